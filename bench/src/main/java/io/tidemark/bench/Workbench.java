package io.tidemark.bench;

import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * What a benchmark is given.
 *
 * @param out where its table goes
 * @param tables where it goes beside that
 * @param folder its own, empty; cleared away by whoever made it
 */
public record Workbench(NanoClock nanos, InstantSource wall, PrintWriter out, Tables tables, Path folder) {
    /** Tables are printed only. */
    public Workbench(NanoClock nanos, InstantSource wall, PrintWriter out, Path folder) {
        this(nanos, wall, out, Tables.NONE, folder);
    }

    /** The same with a folder below. */
    public Workbench in(String name) {
        return new Workbench(nanos, wall, out, tables, folder.resolve(name));
    }

    /** A line that says what goes on. */
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A finished table, under a name of its own. */
    public void table(String name, Table table) {
        say(table.text());
        tables.take(name, table);
    }
}
