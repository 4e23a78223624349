package io.tidemark.reports.tune.document;

import io.tidemark.sinks.store.read.tune.TrialRow;
import java.util.List;
import java.util.regex.Pattern;

/** The line of a failed server's log that says why, as far as a check of each line by itself can find it. */
final class TellingLine {
    private static final Pattern CAUSE =
            Pattern.compile("(?i)out of memory|unrecognized argument|address already in use|not a valid model");
    private static final Pattern ERROR = Pattern.compile("(?i)error|exception|fatal|killed|invalid");
    private static final int MAX_LENGTH = 200;

    private TellingLine() {}

    /** The last line that names a known cause, else the last with an error, else the last; what the tuner says where there is no log. */
    static String of(TrialRow trial) {
        List<String> lines =
                trial.lastLines().stream().filter(line -> !line.isBlank()).toList();
        String line = last(lines, CAUSE);
        line = line.isEmpty() ? last(lines, ERROR) : line;
        line = line.isEmpty() && !lines.isEmpty() ? lines.get(lines.size() - 1) : line;
        return shortened(line.isEmpty() ? trial.description() : line.strip());
    }

    private static String last(List<String> lines, Pattern pattern) {
        return lines.stream().filter(line -> pattern.matcher(line).find()).reduce("", (earlier, later) -> later);
    }

    private static String shortened(String line) {
        return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + " ...";
    }
}
