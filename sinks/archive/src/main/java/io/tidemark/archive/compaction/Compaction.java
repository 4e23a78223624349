package io.tidemark.archive.compaction;

import io.tidemark.archive.format.Dataset;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Compacts the folders of closed days, one after the other, while a job of this machine may go on writing. Two never compact one archive at a time. */
public final class Compaction {
    private static final String BESIDE = "_compaction";
    private static final String DATE = "date=";

    private final Settings settings;
    private final Consumer<String> say;

    /** @param say takes a line for each folder that it compacted */
    public Compaction(Settings settings, Consumer<String> say) {
        this.settings = settings;
        this.say = say;
    }

    /**
     * Waits while another process compacts this archive.
     *
     * @throws ArchiveException if a folder cannot be read or written, after all others; each folder is as it was or compacted
     */
    public CompactionResult run() {
        FolderExchange folders = FolderExchange.of(settings.out());
        ArchiveLock.Held alone = alone();
        try (alone) {
            Path beside = settings.out().resolve(BESIDE);
            FolderCompaction.delete(beside);
            CompactionResult all = compact(folders, beside);
            FolderCompaction.delete(beside);
            return all;
        } catch (IOException | UncheckedIOException e) {
            throw new ArchiveException("--out " + settings.out() + " cannot be compacted: " + e.getMessage(), e);
        }
    }

    private ArchiveLock.Held alone() {
        ArchiveLock lock = ArchiveLock.ofCompaction(settings.out());
        return lock.aloneNow().orElseGet(() -> {
            say.accept("waiting: another process compacts " + settings.out());
            return lock.alone();
        });
    }

    private CompactionResult compact(FolderExchange folders, Path beside) throws IOException {
        CompactionResult all = CompactionResult.NOTHING;
        List<IOException> failures = new ArrayList<>();
        for (Path folder : closed()) {
            try {
                CompactionResult merged =
                        new FolderCompaction(folder, beside.resolve("folder"), settings.targetBytes()).run(folders);
                if (!merged.equals(CompactionResult.NOTHING)) {
                    say.accept(settings.out().relativize(folder) + ": " + merged.description());
                }
                all = all.plus(merged);
            } catch (IOException e) {
                failures.add(e); // One file that cannot be read keeps no other folder as it is.
                FolderCompaction.delete(beside);
            }
        }
        if (!failures.isEmpty()) {
            throw failed(failures);
        }
        return all;
    }

    private static IOException failed(List<IOException> failures) {
        IOException first = failures.get(0);
        String more = failures.size() == 1 ? "" : " (and " + (failures.size() - 1) + " more folders)";
        return new IOException(message(first) + more, first);
    }

    /** Those of the file system have the file alone for a message. */
    private static String message(IOException error) {
        return error instanceof FileSystemException ? error.toString() : String.valueOf(error.getMessage());
    }

    /** Folders that have no folders, of days that are over, to which nothing was added for long enough. */
    private List<Path> closed() throws IOException {
        List<Path> closed = new ArrayList<>();
        for (Dataset dataset : Dataset.values()) {
            Path root = settings.out().resolve(dataset.folder());
            if (Files.isDirectory(root)) {
                addClosed(root, closed);
            }
        }
        return closed;
    }

    /** Looks at folders only: a job that goes on renames files meanwhile. */
    private void addClosed(Path folder, List<Path> closed) throws IOException {
        List<Path> inner;
        try (Stream<Path> entries = Files.list(folder)) {
            inner = entries.filter(Files::isDirectory).sorted().toList();
        }
        if (inner.isEmpty() && isClosed(folder)) {
            closed.add(folder);
        }
        for (Path one : inner) {
            addClosed(one, closed);
        }
    }

    private boolean isClosed(Path folder) throws IOException {
        Optional<LocalDate> date = date(settings.out().relativize(folder));
        return date.isPresent()
                && date.get().isBefore(settings.before())
                && Files.getLastModifiedTime(folder).toInstant().isBefore(settings.unchangedSince());
    }

    private static Optional<LocalDate> date(Path folder) {
        for (Path name : folder) {
            if (name.toString().startsWith(DATE)) {
                return parsed(name.toString().substring(DATE.length()));
            }
        }
        return Optional.empty();
    }

    private static Optional<LocalDate> parsed(String date) {
        try {
            return Optional.of(LocalDate.parse(date));
        } catch (DateTimeParseException e) {
            return Optional.empty(); // No folder of an archive.
        }
    }

    /**
     * What is compacted.
     *
     * @param targetBytes size of file that is aimed at; larger ones are left as they are
     * @param before days from this one on are left as they are
     * @param unchangedSince folders to which files were added since then are left as they are
     */
    public record Settings(Path out, long targetBytes, LocalDate before, Instant unchangedSince) {
        public Settings {
            if (targetBytes < 1) {
                throw new IllegalArgumentException("the target size must be >= 1 byte but was " + targetBytes);
            }
        }
    }
}
