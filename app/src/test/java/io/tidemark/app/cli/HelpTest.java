package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help of every command fits a screen of 40 lines and 80 columns; all options are one word away. */
final class HelpTest {
    private static final Path HOME = Path.of("target", "no-home");
    private static final int LINES = 40;
    private static final int COLUMNS = 80;

    /** Of each command by its name, from one command line: to make it takes longer than to ask it. */
    private static final Map<String, List<OptionSpec>> OPTIONS = options();

    @ParameterizedTest
    @MethodSource("commands")
    void helpOfACommandFitsAScreen(String command) {
        String help = help(command, "--help");
        assertThat(help.lines()).as(help).hasSizeLessThanOrEqualTo(LINES).allMatch(line -> line.length() <= COLUMNS);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpAllShowsEveryOption(String command) {
        String help = help(command, "--help-all");
        optionsOf(command).forEach(option -> assertThat(help).contains(option.longestName()));
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void helpOfACommandEndsWithExamplesOfIt(String command) {
        List<String> lines = help(command, "--help").lines().toList();
        if (command.isEmpty()) {
            assertThat(lines.get(lines.size() - 1)).startsWith("Start here: tidemark ");
            return;
        }
        int from = lines.indexOf("Examples:");
        assertThat(from).as("%s", lines).isPositive();
        assertThat(lines.subList(from + 1, lines.size())).anyMatch(line -> line.contains("tidemark " + command));
    }

    @Test
    void helpSaysThatThereAreMoreOptions() {
        assertThat(help("run", "--help")).contains("--help-all shows").doesNotContain("--spool-size");
        assertThat(help("run", "--help-all")).contains("--spool-size").doesNotContain("--help-all shows");
    }

    @Test
    void benchSaysWhichFlagsOfVllmDoNothing() {
        String help = help("bench", "--help").replaceAll("\\s+", " ");
        assertThat(help)
                .contains("Accepted and without effect: ")
                .contains("--trust-remote-code")
                .contains("--profile");
    }

    @Test
    void everyRareOptionThatIsNamedExists() {
        RareOptions.all()
                .forEach((command, names) -> assertThat(
                                optionsOf(command).stream().map(OptionSpec::longestName))
                        .as(command)
                        .containsAll(names));
    }

    @Test
    void anOptionSaysTheSameInEveryCommand() {
        // The one spelling of each idea; what is another idea has another name.
        List<String> refused = List.of("--teams", "--virtual", "--metric", "--save");
        commands()
                .forEach(command -> assertThat(optionsOf(command))
                        .noneMatch(option -> refused.contains(option.longestName()))
                        .allMatch(option -> !option.longestName().equals("--json")
                                || option.arity().max() == 0));
    }

    @Test
    void workersAreNotListedForTheyAreStartedByRun() {
        assertThat(help("", "--help")).doesNotContain("worker");
    }

    /** Those that the root lists, and itself. */
    static List<String> verbs() {
        return commands().stream().filter(command -> !command.contains(" ")).toList();
    }

    static List<String> commands() {
        // `simulate serve` takes the command line of another program, and prints that one's help.
        Set<String> others = Set.of("help", "serve archive", "simulate serve");
        return OPTIONS.keySet().stream().filter(name -> !others.contains(name)).toList();
    }

    private static Map<String, List<OptionSpec>> options() {
        Map<String, List<OptionSpec>> options = new LinkedHashMap<>();
        try (Shell shell = new Shell(HOME, COLUMNS)) {
            collect(shell.command().commandLine(), "", options);
        }
        return options;
    }

    private static void collect(CommandLine line, String name, Map<String, List<OptionSpec>> options) {
        options.put(name, line.getCommandSpec().options());
        line.getSubcommands()
                .forEach((word, below) -> collect(below, name.isEmpty() ? word : name + " " + word, options));
    }

    private static List<OptionSpec> optionsOf(String command) {
        return Objects.requireNonNull(OPTIONS.get(command), command);
    }

    private static String help(String command, String option) {
        try (Shell shell = new Shell(HOME, COLUMNS)) {
            String[] arguments =
                    Stream.concat(words(command).stream(), Stream.of(option)).toArray(String[]::new);
            assertThat(shell.run(arguments)).as(shell.err()).isZero();
            return shell.out();
        }
    }

    private static List<String> words(String command) {
        return command.isEmpty() ? List.of() : Arrays.asList(command.split(" "));
    }
}
