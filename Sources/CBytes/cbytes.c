#include "cbytes.h"
