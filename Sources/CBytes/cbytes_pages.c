#define _GNU_SOURCE
#include "cbytes.h"

#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/// Whether the loader wrote into the code of `info`: its pages are no longer those of the file.
static int has_text_relocations(const struct dl_phdr_info *info) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) { continue; }
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) { return 1; }
            if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) { return 1; }
        }
    }
    return 0;
}

static int release(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    if (has_text_relocations(info)) { return 0; }
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) { continue; }
        const size_t start = (info->dlpi_addr + part->p_vaddr + page - 1) / page * page;
        const size_t end = (info->dlpi_addr + part->p_vaddr + part->p_filesz) / page * page;
        if (end > start) { madvise((void *)start, end - start, MADV_DONTNEED); }
    }
    return 0;
}

void cbytes_release_program_pages(void) { dl_iterate_phdr(release, NULL); }
