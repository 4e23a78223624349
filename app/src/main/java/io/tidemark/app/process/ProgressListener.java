package io.tidemark.app.process;

import com.google.errorprone.annotations.FormatMethod;
import java.util.Locale;

/** Gets the progress of an operation, in lines for people. Called from any thread. */
public interface ProgressListener {
    void line(String line);

    /** A line that says what may be wrong. */
    void warn(String line);

    @FormatMethod
    default void format(String format, Object... values) {
        line(String.format(Locale.ROOT, format, values));
    }
}
