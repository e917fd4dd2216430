#pragma once
// The few libpng calls, with setjmp kept inside C.
