package io.tidemark.app;

import com.google.errorprone.annotations.FormatMethod;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Where a command writes.
 *
 * @param interactive whether standard output is a terminal: only then are lines redrawn
 * @param colour whether colours are wanted: on a terminal, unless NO_COLOR is set
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean interactive, boolean colour) {
    /** A line to standard output, seen at once. What is in it can come from a server, so it moves no cursor and sets no colour. */
    public void say(String line) {
        out.println(printable(line));
        out.flush();
    }

    @FormatMethod
    public void sayf(String format, Object... values) {
        say(String.format(Locale.ROOT, format, values));
    }

    /** A line to standard error, seen at once. */
    public void warn(String line) {
        err.println(printable(line));
        err.flush();
    }

    /** Without control characters other than line ends and tabs, and without those that turn the direction of text. */
    private static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(c -> printable.appendCodePoint(acts(c) ? ' ' : c));
        return printable.toString();
    }

    private static boolean acts(int c) {
        boolean turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        return turns || (Character.isISOControl(c) && c != '\n' && c != '\t');
    }
}
