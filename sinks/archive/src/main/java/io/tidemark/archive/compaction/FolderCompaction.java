package io.tidemark.archive.compaction;

import io.tidemark.archive.job.ArchiveLock;
import io.tidemark.archive.job.ParquetWriterBuilder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.parquet.avro.AvroParquetReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/**
 * Compacts one folder of files: builds the whole folder anew beside the archive's datasets, exchanges the two, and deletes the old one. Until
 * the exchange the old files are there and after it the new ones; what a killed process leaves in the folder beside is deleted at the
 * next start, whichever of the two it is.
 */
final class FolderCompaction {
    private final Path folder;
    private final Path beside;
    private final long targetBytes;

    /**
     * @param folder with files of the archive
     * @param beside on the same file system, where no reader looks; it does not exist yet
     * @param targetBytes size of file from which on a file is left as it is
     */
    FolderCompaction(Path folder, Path beside, long targetBytes) {
        this.folder = folder;
        this.beside = beside;
        this.targetBytes = targetBytes;
    }

    /** Returns what was merged; nothing where there is nothing to gain. */
    CompactionResult run(FolderExchange folders) throws IOException {
        List<List<SmallFile>> groups = groups();
        if (groups.isEmpty()) {
            return CompactionResult.NOTHING;
        }
        CompactionResult merged = build(groups);
        replace(folders, groups);
        deleteOld();
        return merged;
    }

    CompactionResult build(List<List<SmallFile>> groups) throws IOException {
        Files.createDirectories(beside);
        requireOwner();
        CompactionResult merged = CompactionResult.NOTHING;
        for (List<SmallFile> files : groups) {
            merged = merged.plus(CompactionResult.of(files, new FileMerger(beside, targetBytes).write(files)));
        }
        return merged;
    }

    private void requireOwner() throws IOException {
        UserPrincipal owner = Files.getOwner(folder);
        if (!Files.getOwner(beside).equals(owner)) {
            throw new IOException(folder + " belongs to the user " + owner.getName()
                    + ", who could not write to it any more; compact as that user");
        }
    }

    /** Exchanges the folders. What was added since the files were merged is in the new folder too, also what does not count yet: a job renames it later. */
    void replace(FolderExchange folders, List<List<SmallFile>> groups) throws IOException {
        Set<Path> merged = groups.stream()
                .flatMap(List::stream)
                .map(file -> file.path().getFileName())
                .collect(Collectors.toSet());
        ArchiveLock.Held alone = folders.alone();
        try (alone) {
            Set<Path> names = names();
            if (!names.containsAll(merged)) {
                throw new IOException("files of " + folder
                        + " were deleted while they were being merged; the folder is left as it is");
            }
            names.removeAll(merged);
            for (Path name : names) {
                Files.createLink(beside.resolve(name), folder.resolve(name));
            }
            FileMerger.force(beside);
            folders.exchange(beside, folder);
        }
        FileMerger.force(folder.resolveSibling(""));
    }

    void deleteOld() throws IOException {
        delete(beside);
    }

    private Set<Path> names() throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(Path::getFileName).collect(Collectors.toCollection(HashSet::new));
        }
    }

    /** Small files that are merged, by schema. Files that are merged already are a reason only together with one that is not. */
    List<List<SmallFile>> groups() throws IOException {
        List<Path> small = new ArrayList<>();
        for (Path name : names()) {
            if (isSmall(name)) {
                small.add(name);
            }
        }
        if (small.size() < 2 || small.stream().allMatch(FileMerger::isMerged)) {
            return List.of(); // Without opening a file: most folders are of long ago.
        }
        Map<String, List<SmallFile>> bySchema = new LinkedHashMap<>();
        for (Path name : small) {
            SmallFile.of(folder.resolve(name))
                    .ifPresent(file -> bySchema.computeIfAbsent(file.schema(), schema -> new ArrayList<>())
                            .add(file));
        }
        return bySchema.values().stream()
                .filter(files -> files.size() > 1)
                .filter(files -> !files.stream().allMatch(file -> FileMerger.isMerged(file.path())))
                .map(files -> files.stream().sorted(SmallFile.OLDEST_FIRST).toList())
                .toList();
    }

    /** A merged file is smaller than it was meant to be by what its last row groups shrank when they were compressed. */
    private boolean isSmall(Path name) throws IOException {
        if (!counts(name)) {
            return false;
        }
        long limit = FileMerger.isMerged(name) ? targetBytes / 2 : targetBytes;
        return Files.size(folder.resolve(name)) < limit;
    }

    static boolean counts(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && name.endsWith(".parquet");
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException error) throws IOException {
                if (error != null) {
                    throw error;
                }
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Writes the rows of small files into few of a target size, row by row: row groups that are copied as they are would stay as small as they
     * are. Holds one row group of each side in memory.
     */
    static final class FileMerger {
        private static final String PREFIX = "merged-";
        private static final String SUFFIX = ".parquet";

        private final Path folder;
        private final long targetBytes;

        /** @param folder that the merged files are written to */
        FileMerger(Path folder, long targetBytes) {
            this.folder = folder;
            this.targetBytes = targetBytes;
        }

        static boolean isMerged(Path file) {
            return file.getFileName().toString().startsWith(PREFIX);
        }

        /**
         * Returns the files that it wrote, durable.
         *
         * @param files of one schema
         * @throws IOException if a file cannot be read or written, or the merged ones do not have as many rows
         */
        List<Path> write(List<SmallFile> files) throws IOException {
            Schema schema = new Schema.Parser().parse(files.get(0).schema());
            List<Path> written = new ArrayList<>();
            int next = 0;
            while (next < files.size()) {
                Path merged = folder.resolve(PREFIX + UUID.randomUUID() + SUFFIX);
                written.add(merged);
                next = fill(merged, schema, files, next);
                force(merged);
            }
            requireAllRows(files, written);
            return written;
        }

        /** Returns the number of the first file that is not in it. */
        private int fill(Path merged, Schema schema, List<SmallFile> files, int from) throws IOException {
            int next = from;
            try (ParquetWriter<GenericRecord> writer =
                    new ParquetWriterBuilder(schema).createWriter(new LocalOutputFile(merged))) {
                while (next < files.size() && (next == from || writer.getDataSize() < targetBytes)) {
                    copy(files.get(next++).path(), writer);
                }
            }
            return next;
        }

        private static void copy(Path file, ParquetWriter<GenericRecord> writer) throws IOException {
            try (ParquetReader<GenericRecord> reader = AvroParquetReader.<GenericRecord>builder(
                            new LocalInputFile(file), new PlainParquetConfiguration())
                    .withDataModel(GenericData.get())
                    .build()) {
                for (GenericRecord row = reader.read(); row != null; row = reader.read()) {
                    writer.write(row);
                }
            } catch (RuntimeException e) {
                throw new IOException(file + " cannot be merged: " + e, e);
            }
        }

        private static void requireAllRows(List<SmallFile> files, List<Path> merged) throws IOException {
            long expected = files.stream().mapToLong(SmallFile::rows).sum();
            long rows = 0;
            for (Path file : merged) {
                rows += SmallFile.of(file).map(SmallFile::rows).orElse(0L);
            }
            if (rows != expected) {
                throw new IOException(
                        "the files merged from those of " + files.get(0).path().getParent() + " hold " + rows
                                + " rows where " + expected + " were read; the folder is left as it is");
            }
        }

        /** Makes a file, or the names in a folder, survive a power cut. */
        static void force(Path path) throws IOException {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
