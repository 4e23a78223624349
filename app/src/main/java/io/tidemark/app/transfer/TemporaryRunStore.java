package io.tidemark.app.transfer;

import io.tidemark.importers.ResultImporter;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.sqlite.SqliteStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs that are in files only, read as if they were in a store: they lie in a store of their own in a temporary folder, which is
 * deleted on close.
 */
public final class TemporaryRunStore implements AutoCloseable {
    private final Path folder;
    private final ResultReader reader;
    private final List<RunKey> runs;

    private TemporaryRunStore(Path folder, ResultReader reader, List<RunKey> runs) {
        this.folder = folder;
        this.reader = reader;
        this.runs = runs;
    }

    /**
     * Reads files.
     *
     * @param team whose runs they are to be
     * @throws IllegalArgumentException naming every file that cannot be read, and why
     */
    public static TemporaryRunStore importFiles(List<Path> paths, Team team, ImportOptions terms) {
        ResultImporter.ImportResult outcome = ImportFiles.read(paths, terms);
        if (!outcome.errors().isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", outcome.errors()));
        }
        return store(outcome.runs(), team);
    }

    private static TemporaryRunStore store(List<ImportedRun> runs, Team team) {
        Path folder = temporary();
        Path file = folder.resolve("files.db");
        try (ResultStore store = SqliteStore.open(file)) {
            store.write(ImportBatch.of(team, runs, Instant.EPOCH));
        }
        List<RunKey> keys =
                runs.stream().map(run -> new RunKey(team, run.run().getRun())).toList();
        return new TemporaryRunStore(folder, SqliteStore.openReader(file), keys);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("tidemark-files");
        } catch (IOException e) {
            throw new StoreException("no folder for the runs of files can be made: " + e.getMessage(), e);
        }
    }

    /** Reads what the files hold, and nothing else. */
    public ResultReader reader() {
        return reader;
    }

    /** The runs that the files hold, in the order in which they were read. */
    public List<RunKey> runs() {
        return runs;
    }

    @Override
    public void close() {
        reader.close();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(TemporaryRunStore::delete);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be deleted", e);
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be deleted", e);
        }
    }
}
