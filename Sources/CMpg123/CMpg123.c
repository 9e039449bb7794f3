#include "CMpg123.h"
