package io.tidemark.bench;

import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * What a benchmark is given.
 *
 * @param out where its table goes
 * @param folder its own, empty; cleared away by whoever made it
 */
public record Workbench(NanoClock nanos, InstantSource wall, PrintWriter out, Path folder) {
    /** The same with a folder below. */
    public Workbench in(String name) {
        return new Workbench(nanos, wall, out, folder.resolve(name));
    }

    /** A line that says what goes on. */
    public void say(String line) {
        out.println(line);
        out.flush();
    }
}
