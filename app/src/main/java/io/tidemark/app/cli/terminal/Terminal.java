package io.tidemark.app.cli.terminal;

import com.google.errorprone.annotations.FormatMethod;
import io.tidemark.app.process.ProgressListener;
import io.tidemark.reports.format.RecordJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * Where a command writes.
 *
 * @param columns how many characters fit on a line now: a window's width changes while a run is on
 * @param interactive whether standard output is a terminal: only then are lines redrawn
 * @param colour whether colours are wanted: on a terminal, unless NO_COLOR is set
 */
public record Terminal(PrintWriter out, PrintWriter err, boolean interactive, boolean colour, IntSupplier columns)
        implements ProgressListener {
    /** The width of lines where no window has one: in pipes and files. */
    public static final int DEFAULT_COLUMNS = 100;

    /** Less than this is no width to lay text out in. */
    private static final int MIN_COLUMNS = 40;

    /** One without a window. */
    public Terminal(PrintWriter out, PrintWriter err, boolean interactive, boolean colour) {
        this(out, err, interactive, colour, () -> DEFAULT_COLUMNS);
    }

    /** How many characters fit on a line now. */
    public int width() {
        int known = columns.getAsInt();
        return known <= 0 ? DEFAULT_COLUMNS : Math.max(MIN_COLUMNS, known);
    }

    /** A line to standard output, seen at once. What is in it can come from a server, so it moves no cursor and sets no colour. */
    public void printLine(String line) {
        out.println(printable(line));
        out.flush();
    }

    @FormatMethod
    public void printFormatted(String format, Object... values) {
        printLine(String.format(Locale.ROOT, format, values));
    }

    /** A record or map as one JSON object on a line. */
    public void printJson(Object value) {
        printLine(RecordJson.of(value).toString());
    }

    @Override
    public void line(String line) {
        printLine(line);
    }

    /** A line to standard error, seen at once. */
    @Override
    public void warn(String line) {
        err.println(printable(line));
        err.flush();
    }

    /** The trace of an error to standard error: its messages can come from a server. */
    public void printTrace(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        warn(trace.toString().stripTrailing());
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
