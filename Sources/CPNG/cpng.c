#include "cpng.h"
#include <png.h>
#include <setjmp.h>
#include <string.h>

struct source {
    const uint8_t *bytes;
    size_t left;
    char *reason;
    size_t reason_size;
};

static void fail(png_structp png, png_const_charp message) {
    struct source *source = png_get_error_ptr(png);
    strncpy(source->reason, message, source->reason_size - 1);
    source->reason[source->reason_size - 1] = 0;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void take(png_structp png, png_bytep target, size_t size) {
    struct source *source = png_get_io_ptr(png);
    if (size > source->left) png_error(png, "the file ends too early");
    memcpy(target, source->bytes, size);
    source->bytes += size;
    source->left -= size;
}

// A wrong checksum anywhere and whatever libpng would otherwise only warn of is an error: a damaged file must never
// give other pixels. Chunks that say nothing about the pixels (all optional ones but tRNS) are passed over.
static void be_strict(png_structp png) {
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
}

// png_set_scale_16 gives (v + 128) div 257, unlike png_set_strip_16. tRNS is compared before, at the stored depth.
// A palette is left to us: libpng shows an index that it does not have as black.
static void ask_for_rgba(png_structp png, png_infop info) {
    if (png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE) {
        png_set_packing(png);
        return;
    }
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
}

// Turns a row of `width` indices, standing at the beginning of the row, into pixels, the last one first.
static void look_up(png_structp png, png_infop info, uint32_t width, uint8_t *row) {
    png_colorp colours = NULL;
    png_bytep alphas = NULL;
    int colour_count = 0, alpha_count = 0;
    png_get_PLTE(png, info, &colours, &colour_count);
    png_get_tRNS(png, info, &alphas, &alpha_count, NULL);
    for (uint32_t x = width; x-- > 0;) {
        int index = row[x];
        if (index >= colour_count) png_error(png, "a pixel's number is past the end of the palette");
        uint8_t *pixel = row + (size_t)x * 4;
        pixel[0] = colours[index].red;
        pixel[1] = colours[index].green;
        pixel[2] = colours[index].blue;
        pixel[3] = index < alpha_count ? alphas[index] : 0xff;
    }
}

static void read_pixels(png_structp png, png_infop info, uint32_t width, uint32_t height, uint8_t *rgba) {
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
        png_error(png, "the header changed while it was read");
    ask_for_rgba(png, info);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    int has_palette = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    size_t stride = (size_t)width * 4;
    if (png_get_rowbytes(png, info) != (has_palette ? width : stride))
        png_error(png, "rows have another length than the header says");
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++) png_read_row(png, rgba + y * stride, NULL);
    png_read_end(png, NULL);
    for (uint32_t y = 0; has_palette && y < height; y++) look_up(png, info, width, rgba + y * stride);
}

int cpng_decode(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *rgba,
                char *reason, size_t reason_size) {
    struct source source = {bytes, count, reason, reason_size};
    strncpy(reason, "not enough memory", reason_size - 1);
    reason[reason_size - 1] = 0;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
    if (!png) return 0;
    png_infop info = png_create_info_struct(png);
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, &source, take);
    be_strict(png);
    read_pixels(png, info, width, height, rgba);
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}
