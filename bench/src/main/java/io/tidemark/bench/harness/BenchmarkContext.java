package io.tidemark.bench.harness;

import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/**
 * What a benchmark is given.
 *
 * @param out where its table goes
 * @param tables where it goes beside that
 * @param folder its own, empty; the code that creates it deletes it
 */
public record BenchmarkContext(
        NanoClock nanos, InstantSource wall, PrintWriter out, JsonResultFile tables, Path folder) {
    /** Tables are printed only. */
    public BenchmarkContext(NanoClock nanos, InstantSource wall, PrintWriter out, Path folder) {
        this(nanos, wall, out, new JsonResultFile(), folder);
    }

    /** The same with a folder below. */
    public BenchmarkContext withSubfolder(String name) {
        return new BenchmarkContext(nanos, wall, out, tables, folder.resolve(name));
    }

    /** A line that says what goes on. */
    public void print(String line) {
        out.println(line);
        out.flush();
    }

    /** Returns when the monotonic clock has reached a moment. */
    public void awaitNanos(long momentNanos) {
        for (long left = momentNanos - nanos.nanos(); left > 0; left = momentNanos - nanos.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    /** A finished table, under a name of its own. */
    public void table(String name, ResultTable table) {
        print(table.text());
        tables.add(name, table);
    }
}
