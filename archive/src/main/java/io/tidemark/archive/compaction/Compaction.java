package io.tidemark.archive.compaction;

import io.tidemark.archive.format.Dataset;
import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.local.FolderLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Compacts the folders of closed days, one after the other, while no job writes: it holds the lock of the archive's local job. */
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

    /** @throws ArchiveException if the archive is in use or cannot be read or written; each folder is as it was or compacted */
    public CompactionResult run() {
        if (!Files.isDirectory(settings.out())) {
            throw new ArchiveException("--out " + settings.out() + " is no folder of this machine");
        }
        FolderExchange folders = FolderExchange.ofThisSystem();
        Path beside = settings.out().resolve(BESIDE);
        FolderLock lock = FolderLock.of(settings.checkpoints());
        try (lock) {
            FolderCompaction.delete(beside);
            CompactionResult all = compact(folders, beside.resolve("folder"));
            FolderCompaction.delete(beside);
            return all;
        } catch (IOException | UncheckedIOException e) {
            throw new ArchiveException("--out " + settings.out() + " cannot be compacted: " + e.getMessage(), e);
        }
    }

    private CompactionResult compact(FolderExchange folders, Path beside) throws IOException {
        CompactionResult all = CompactionResult.NOTHING;
        for (Path folder : closed()) {
            CompactionResult merged = new FolderCompaction(folder, beside, settings.targetBytes()).run(folders);
            if (!merged.equals(CompactionResult.NOTHING)) {
                say.accept(settings.out().relativize(folder) + ": " + merged.words());
            }
            all = all.plus(merged);
        }
        return all;
    }

    /** Folders that have files and no folders, of days that are over. */
    private List<Path> closed() throws IOException {
        List<Path> closed = new ArrayList<>();
        for (Dataset dataset : Dataset.values()) {
            Path root = settings.out().resolve(dataset.folder());
            if (Files.isDirectory(root)) {
                try (Stream<Path> folders = Files.walk(root)) {
                    folders.filter(this::isClosed)
                            .filter(Compaction::isLeaf)
                            .sorted()
                            .forEach(closed::add);
                }
            }
        }
        return closed;
    }

    private boolean isClosed(Path folder) {
        return Files.isDirectory(folder)
                && date(settings.out().relativize(folder))
                        .filter(date -> date.isBefore(settings.before()))
                        .isPresent();
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

    private static boolean isLeaf(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.noneMatch(Files::isDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What is compacted.
     *
     * @param checkpoints folder of the archive's checkpoints, with its lock
     * @param targetBytes size of file that is aimed at; larger ones are left as they are
     * @param before days from this one on are left as they are
     */
    public record Settings(Path out, Path checkpoints, long targetBytes, LocalDate before) {
        public Settings {
            if (targetBytes < 1) {
                throw new IllegalArgumentException("the target size must be >= 1 byte but was " + targetBytes);
            }
        }
    }
}
