package io.tidemark.app.delivery;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.stack.StoreLocation;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run whose events are in files: a folder of its own, and beside it a file that says which run it is and where its results belong.
 *
 * @param store of its results; empty where its events are published to the stack of the home folder
 * @param folder of the events; made with the first
 */
record SpooledRun(RunKey run, Optional<StoreLocation> store, Path folder) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ENDING = ".json";

    /** What is left on the disk for others. */
    private static final long FREE_BYTES = 1L << 30;

    /** What the file says. */
    private record Content(
            String run,
            String team,
            @Nullable String store,
            @Nullable String storePasswordFile) {
        Optional<StoreLocation> location() {
            return Optional.ofNullable(store)
                    .map(text -> new StoreLocation(
                            text, Optional.ofNullable(storePasswordFile).map(Path::of)));
        }
    }

    /** @param file that {@link #write} made */
    static SpooledRun read(Path file) throws IOException {
        Content content = JSON.readValue(file.toFile(), Content.class);
        return new SpooledRun(new RunKey(new Team(content.team()), content.run()), content.location(), folder(file));
    }

    static boolean isFile(Path file) {
        return file.getFileName().toString().endsWith(ENDING);
    }

    private static Path folder(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(name.substring(0, name.length() - ENDING.length()));
    }

    private Path file() {
        return folder.resolveSibling(folder.getFileName() + ENDING);
    }

    /** @throws UnavailableException if the disk does not take it */
    void write() {
        Optional<StoreLocation> anywhere = store.map(StoreLocation::anywhere);
        Content content = new Content(
                run.run(),
                run.team().name(),
                anywhere.map(StoreLocation::text).orElse(null),
                anywhere.flatMap(StoreLocation::passwordFile)
                        .map(Path::toString)
                        .orElse(null));
        try {
            PrivateFiles.createDirectories(Objects.requireNonNull(folder.getParent()));
            JSON.writeValue(file().toFile(), content);
        } catch (IOException e) {
            throw new UnavailableException(
                    "the events of run " + run.run() + " cannot be kept in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** All of the disk but a GiB: the load is not over before its end. */
    SpoolSettings spool() {
        try {
            Path parent = Objects.requireNonNull(folder.getParent());
            PrivateFiles.createDirectories(parent);
            long free = Files.getFileStore(parent).getUsableSpace();
            return new SpoolSettings(
                    Optional.of(folder), Math.max(0, free - FREE_BYTES), SpoolSettings.DEFAULT_MEMORY_BYTES);
        } catch (IOException e) {
            throw new UnavailableException("the space of " + folder + " is not known: " + e.getMessage(), e);
        }
    }

    /** Whether no process writes or reads its events. */
    boolean isFree() throws IOException {
        return !Files.isDirectory(folder) || SpoolReplayer.isFree(folder);
    }

    /**
     * Publishes its events, and forgets it once Kafka has them.
     *
     * @return whether Kafka has all of them
     * @throws UnavailableException if they cannot be read, or another process has them
     */
    boolean publish(SpoolPublication publication) {
        try {
            boolean whole =
                    !Files.isDirectory(folder) || publication.publish(folder).remaining() == 0;
            if (whole) {
                delete();
            }
            return whole;
        } catch (IOException e) {
            throw new UnavailableException(
                    "the events of run " + run.run() + " in " + folder + " are not published and stay there: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Forgets it, once its events are deleted. */
    void delete() throws IOException {
        Files.deleteIfExists(file());
    }
}
