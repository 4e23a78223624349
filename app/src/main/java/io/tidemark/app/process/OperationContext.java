package io.tidemark.app.process;

import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;

/** What an operation may know of its process. */
public interface OperationContext {
    /** Gets its progress. */
    ProgressListener progress();

    InstantSource wallClock();

    NanoClock nanoClock();

    /** The monotonic and the wall clock of this process. */
    default Clocks clocks() {
        return new Clocks(nanoClock(), wallClock());
    }

    /** Environment variables. */
    Map<String, String> environment();

    /** The default folder of all data: {@code ./tidemark}. */
    Path home();

    /** Seeded once per process, for run ids. */
    SplittableRandom random();

    /** Of this tool. */
    String version();

    /** Closed when the command ends or the process is asked to stop. */
    ResourceScope resources();

    /** The same, with other clocks and another random generator. */
    OperationContext withClocks(InstantSource wall, NanoClock elapsed, SplittableRandom otherRandom);

    /** A folder in the home; a home that is not there yet is made for its owner alone, as reports name servers and plans. */
    default Path inHome(String folder) {
        try {
            PrivateFiles.createDirectories(home());
        } catch (IOException e) {
            throw new UnavailableException(home() + " cannot be made: " + e.getMessage(), e);
        }
        return home().resolve(folder);
    }
}
