package io.tidemark.archive.job;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;

/**
 * The checkpoint that an archive goes on from: the newest complete one, by its number. Numbers go on from start to start, so the greatest
 * is the newest whatever the clocks showed. One without {@code _metadata} was never complete, and no file counts by it.
 */
public final class ResumePoint {
    private static final String METADATA = "_metadata";

    private ResumePoint() {}

    /**
     * Empty for an archive that begins.
     *
     * @throws ArchiveException if a checkpoint cannot be read, or there is none and yet there are files: going on without would write
     *     what they hold a second time
     */
    public static Optional<String> of(ArchiveOptions.Location place) {
        Optional<Numbered> newest = complete(new Path(place.checkpoints())).stream()
                .map(ResumePoint::numbered)
                .max(Comparator.comparingLong(Numbered::number));
        if (newest.isEmpty()) {
            requireNoFiles(place);
        }
        return newest.map(found -> found.path().toString());
    }

    private static void requireNoFiles(ArchiveOptions.Location place) {
        for (FileStatus dataset : list(new Path(place.out()))) {
            Path checkpoints = new Path(place.checkpoints());
            if (dataset.isDir() && !dataset.getPath().equals(checkpoints)) {
                firstFile(dataset.getPath()).ifPresent(file -> {
                    throw new ArchiveException(
                            "--out " + place.out() + " holds an archive (" + file + ") but --checkpoints "
                                    + place.checkpoints()
                                    + " holds no checkpoint of it: to go on, every record would be written again;"
                                    + " name the checkpoints that belong to it, or an empty --out");
                });
            }
        }
    }

    private static Optional<Path> firstFile(Path folder) {
        for (FileStatus entry : list(folder)) {
            Optional<Path> found = entry.isDir() ? firstFile(entry.getPath()) : counted(entry.getPath());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Files whose name begins with a dot do not count yet. */
    private static Optional<Path> counted(Path file) {
        return file.getName().startsWith(".") ? Optional.empty() : Optional.of(file);
    }

    /** Checkpoints are in folders of the jobs that made them, savepoints at the top. */
    private static List<Path> complete(Path checkpoints) {
        List<Path> complete = new ArrayList<>();
        for (FileStatus entry : list(checkpoints)) {
            if (!entry.isDir()) {
                continue;
            }
            for (FileStatus inner : list(entry.getPath())) {
                if (inner.getPath().getName().equals(METADATA)) {
                    complete.add(entry.getPath());
                }
                if (inner.isDir() && has(inner.getPath(), METADATA)) {
                    complete.add(inner.getPath());
                }
            }
        }
        return complete;
    }

    private static Numbered numbered(Path checkpoint) {
        Path metadata = new Path(checkpoint, METADATA);
        try (DataInputStream in = new DataInputStream(metadata.getFileSystem().open(metadata))) {
            long number = Checkpoints.loadCheckpointMetadata(
                            in, ResumePoint.class.getClassLoader(), checkpoint.toString())
                    .getCheckpointId();
            return new Numbered(number, checkpoint);
        } catch (IOException | RuntimeException e) {
            throw new ArchiveException(
                    "checkpoint " + metadata + " cannot be read: " + e
                            + "; going on from an older one would write again what" + " was archived since",
                    e);
        }
    }

    private static boolean has(Path folder, String name) {
        return list(folder).stream().anyMatch(entry -> entry.getPath().getName().equals(name));
    }

    private static List<FileStatus> list(Path folder) {
        try {
            FileSystem files = folder.getFileSystem();
            FileStatus[] entries = files.exists(folder) ? files.listStatus(folder) : null;
            return entries == null ? List.of() : Arrays.asList(entries);
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder, e);
        }
    }

    private record Numbered(long number, Path path) {}

    /** A folder as it is URIs end with a slash or without; both name the same. */
    public static URI folder(URI given) {
        String text = given.toString();
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }
}
