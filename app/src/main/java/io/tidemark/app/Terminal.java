package io.tidemark.app;

import com.google.errorprone.annotations.FormatMethod;
import java.io.PrintWriter;

/**
 * Where a command writes.
 *
 * @param interactive whether standard output is a terminal: only then are lines redrawn
 * @param colour whether colours are wanted: on a terminal, unless NO_COLOR is set
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean interactive, boolean colour) {
    /** A line to standard output, seen at once. */
    public void say(String line) {
        out.println(line);
        out.flush();
    }

    @FormatMethod
    public void sayf(String format, Object... values) {
        say(String.format(format, values));
    }

    /** A line to standard error, seen at once. */
    public void warn(String line) {
        err.println(line);
        err.flush();
    }
}
