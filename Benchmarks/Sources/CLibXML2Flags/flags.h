#pragma once
// Nothing to import: the target brings libxml2's compiler and linker flags to C targets.
