#include "clibpngencode.h"
#include <png.h>
#include <setjmp.h>
#include <string.h>

struct sink {
    uint8_t *file;
    size_t room, count;
};

static void put(png_structp png, png_bytep bytes, size_t size) {
    struct sink *sink = png_get_io_ptr(png);
    if (size > sink->room - sink->count) png_error(png, "no room");
    memcpy(sink->file + sink->count, bytes, size);
    sink->count += size;
}

static void flush(png_structp png) { (void)png; }

size_t clibpng_encode(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *file, size_t room) {
    struct sink sink = {file, room, 0};
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, &sink, put, flush);
    png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; y++) png_write_row(png, rgba + (size_t)y * width * 4);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return sink.count;
}
