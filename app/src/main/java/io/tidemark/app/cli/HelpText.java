package io.tidemark.app.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Lays the help of all commands out: as wide as the window, in lists of commands the whole first sentence of each, and options that few
 * need only where all are asked for.
 */
final class HelpText {
    /** Asks for the help of a command with all of its options. */
    static final String ALL = "--help-all";

    private static final int MIN_COLUMNS = 80;
    private static final int MAX_COLUMNS = 120;
    private static final int OPTION_COLUMNS = 30;
    private static final int INDENT = 2;
    private static final int GAP = 4;
    /** Groups: the first sentence of a description, and the rest. */
    static final Pattern FIRST_SENTENCE = Pattern.compile("^(.+?(?<!e\\.g)[.?!])\\s+(?=[A-Z0-9`\\[])(.+)$");

    private static final Pattern SHORT_DEFAULT = Pattern.compile("Default: .{1,16}$");
    /** What keys of help sections begin with that only {@link Detail#ALL} has. */
    private static final String ONLY_ALL = "all:";

    private HelpText() {}

    /** How many options are shown. */
    enum Detail {
        USUAL,
        ALL
    }

    /** @param columns of the window */
    static void layout(CommandLine line, int columns, Detail detail) {
        line.setUsageHelpWidth(Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, columns)));
        line.setUsageHelpLongOptionsMaxWidth(OPTION_COLUMNS);
        describe(line, detail);
    }

    /** Lists the verbs of a command in groups; what is hidden is left out. */
    static void group(CommandLine line, List<Verb> verbs) {
        Map<String, CommandLine.IHelpSectionRenderer> sections = line.getHelpSectionMap();
        sections.put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
        sections.put(
                UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
                help -> Arrays.stream(Verb.Group.values())
                        .map(group -> group.title() + ":\n" + list(help, verbs, group))
                        .collect(Collectors.joining()));
    }

    private static String list(Help help, List<Verb> verbs, Verb.Group group) {
        Map<String, Help> shown = help.subcommands();
        int longest = shown.keySet().stream().mapToInt(String::length).max().orElse(0);
        int first = longest + GAP;
        Help.TextTable table = Help.TextTable.forColumns(
                help.colorScheme(),
                new Help.Column(first, INDENT, Help.Column.Overflow.SPAN),
                new Help.Column(help.commandSpec().usageMessage().width() - first, INDENT, Help.Column.Overflow.WRAP));
        for (Verb verb : verbs) {
            Help outline = shown.get(verb.name());
            if (verb.group() == group && outline != null) {
                table.addRowValues(
                        verb.name(), outline.commandSpec().usageMessage().description()[0]);
            }
        }
        return table.toString();
    }

    private static void describe(CommandLine line, Detail detail) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        String whole = String.join(" ", usage.description());
        Matcher sentences = FIRST_SENTENCE.matcher(whole);
        if (sentences.matches()) {
            usage.description(sentences.group(1), sentences.group(2));
        } else {
            usage.description(whole);
        }
        usage.abbreviateSynopsis(true);
        if (detail == Detail.USUAL) {
            line.setHelpSectionKeys(line.getHelpSectionKeys().stream()
                    .filter(key -> !key.startsWith(ONLY_ALL))
                    .toList());
        }
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, detail));
        line.getSubcommands().values().forEach(command -> describe(command, detail));
    }

    private static String options(Help help, Detail detail) {
        CommandSpec command = help.commandSpec();
        List<OptionSpec> shown = new ArrayList<>(command.options());
        if (detail == Detail.USUAL) {
            shown.removeIf(option -> RareOptions.contains(command, option));
        }
        int rare = command.options().size() - shown.size();
        shown.sort(Comparator.comparing(option -> option.longestName().replaceFirst("^-+", "")));
        if (detail == Detail.USUAL) {
            shown.replaceAll(HelpText::brief);
        }
        Help.Layout layout = help.createDefaultLayout(shown, List.of(), help.colorScheme());
        shown.forEach(option -> layout.addOption(option, help.parameterLabelRenderer()));
        return layout
                + (rare == 0
                        ? ""
                        : String.format(
                                "%s shows everything, and %d more %s.%n", ALL, rare, rare == 1 ? "option" : "options"));
    }

    /** The same option with the first sentence of its description and a short default. */
    private static OptionSpec brief(OptionSpec option) {
        String whole = String.join(" ", option.description());
        Matcher sentences = FIRST_SENTENCE.matcher(whole);
        if (!sentences.matches()) {
            return option;
        }
        Matcher fallback = SHORT_DEFAULT.matcher(whole);
        String brief = sentences.group(1) + (fallback.find() ? " " + fallback.group() : "");
        // The text is formatted already, and will be once more.
        return OptionSpec.builder(option).description(brief.replace("%", "%%")).build();
    }
}
