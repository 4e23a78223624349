package io.tidemark.archive.compaction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** How many files became how many. */
public record CompactionResult(int filesBefore, int filesAfter, long rows, long bytesBefore, long bytesAfter) {
    static final CompactionResult NOTHING = new CompactionResult(0, 0, 0, 0, 0);

    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    static CompactionResult of(List<SmallFile> files, List<Path> written) throws IOException {
        long bytesAfter = 0;
        for (Path file : written) {
            bytesAfter += Files.size(file);
        }
        return new CompactionResult(
                files.size(),
                written.size(),
                files.stream().mapToLong(SmallFile::rows).sum(),
                files.stream().mapToLong(SmallFile::sizeBytes).sum(),
                bytesAfter);
    }

    CompactionResult plus(CompactionResult other) {
        return new CompactionResult(
                filesBefore + other.filesBefore,
                filesAfter + other.filesAfter,
                rows + other.rows,
                bytesBefore + other.bytesBefore,
                bytesAfter + other.bytesAfter);
    }

    public String description() {
        return String.format(
                Locale.ROOT,
                "%,d files of %,.2f MiB into %,d of %,.2f MiB, %,d rows",
                filesBefore,
                bytesBefore / BYTES_PER_MEBIBYTE,
                filesAfter,
                bytesAfter / BYTES_PER_MEBIBYTE,
                rows);
    }
}
