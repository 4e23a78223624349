package io.tidemark.app.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Lays the help of all verbs out: as wide as the window, and in the list of verbs the whole first sentence of each. */
final class HelpText {
    private static final int MIN_COLUMNS = 80;
    private static final int MAX_COLUMNS = 120;
    private static final Pattern FIRST_SENTENCE = Pattern.compile("^(.+?[.?!])\\s+(?=[A-Z0-9`])(.+)$");

    private HelpText() {}

    /** @param columns of the window */
    static void layout(CommandLine line, int columns) {
        line.setUsageHelpWidth(Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns)));
        describe(line);
    }

    private static void describe(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        String whole = String.join(" ", usage.description());
        Matcher sentences = FIRST_SENTENCE.matcher(whole);
        if (sentences.matches()) {
            usage.description(sentences.group(1), sentences.group(2));
        } else {
            usage.description(whole);
        }
        line.getSubcommands().values().forEach(HelpText::describe);
    }
}
