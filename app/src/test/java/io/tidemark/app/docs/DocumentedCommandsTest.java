package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.cli.RootCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/**
 * Every command that a page shows has a verb and options that exist. One option more that does not exist ends the parsing, so that
 * nothing is run; it must be the only one that is complained about.
 */
final class DocumentedCommandsTest {
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```(\\w*)\n(.*?)^ *```$");
    private static final Pattern COMMAND = Pattern.compile("(?m)^[ #]*(?:bin/)?tidemark ([a-z].*)$");
    /** Between backticks or in {@code}; its verbs, as far as they are written out. */
    private static final Pattern QUOTED = Pattern.compile("(?:`|\\{@code )tidemark ([a-z][a-z-]*(?: [a-z][a-z-]*)*)");

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
    private static final Set<String> SHELL = Set.of("", "sh");
    private static final String STOP = "--stop-here";

    @ParameterizedTest
    @MethodSource("commands")
    void shownCommandIsUnderstood(String command) {
        assertThat(complaint(command)).startsWith("Unknown option: '" + STOP + "'");
    }

    @Test
    void optionThatDoesNotExistIsComplainedAbout() {
        assertThat(complaint("run plan.yaml --no-such-option"))
                .startsWith("Unknown options: '--no-such-option', '" + STOP + "'");
    }

    @Test
    void verbThatDoesNotExistIsComplainedAbout() {
        assertThat(complaint("sing")).startsWith("unknown verb sing; known here: admin, ");
    }

    @Test
    void messagesAndJavadocNameCommandsThatExist() {
        List<String> quoted = mainSources()
                .map(RepositoryFiles::read)
                .flatMap(source -> QUOTED.matcher(source).results())
                .map(command -> command.group(1))
                .distinct()
                .toList();

        assertThat(quoted).hasSizeGreaterThan(20).allSatisfy(DocumentedCommandsTest::requireVerbs);
    }

    @Test
    void aGroupOfCommandsHasNoOthers() {
        assertThatThrownBy(() -> requireVerbs("admin sing"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("sing");
    }

    private static Stream<Path> mainSources() {
        return RepositoryFiles.under("", ".java").stream()
                .filter(file -> file.toString().contains("/src/main/java/"));
    }

    /** Words are verbs as long as the command before them has verbs of its own: what follows is an argument. */
    private static void requireVerbs(String words) {
        CommandLine command = new RootCommand(context(new StringWriter())).commandLine();
        for (String word : words.split(" ", -1)) {
            Map<String, CommandLine> verbs = command.getSubcommands();
            if (verbs.isEmpty()) {
                return;
            }
            assertThat(verbs).as("tidemark %s", words).containsKey(word);
            command = Objects.requireNonNull(verbs.get(word));
        }
    }

    private static String complaint(String command) {
        StringWriter said = new StringWriter();
        String[] arguments = Stream.concat(words(command), Stream.of(STOP)).toArray(String[]::new);
        new RootCommand(context(said)).execute(arguments);
        return said.toString();
    }

    /**
     * As a shell takes them, as far as pages go: what is in single quotes is one, a loop's variable is a number, URL is any, and what follows a
     * pipe is another command, or after {@code >} a file.
     */
    private static Stream<String> words(String command) {
        return WORD.matcher(command.replaceFirst(" (\\| \\w|> ).*", ""))
                .results()
                .map(word -> word.group().replace("'", "").replaceFirst("^\\$\\w+$", "1"))
                .map(word -> word.equals("URL") ? "http://127.0.0.1:8000" : word);
    }

    static List<String> commands() {
        Stream<String> pages = Stream.concat(
                        Stream.of("README.md", "CONTRIBUTING.md", "deploy/README.md", "bench/README.md")
                                .map(RepositoryFiles::path),
                        RepositoryFiles.under("docs", ".md").stream())
                .map(RepositoryFiles::read)
                .map(page -> page.replaceAll("\\\\\n *", ""))
                .flatMap(page -> FENCED.matcher(page).results())
                .filter(block -> SHELL.contains(block.group(1)))
                .map(block -> block.group(2));
        Stream<String> plans =
                RepositoryFiles.under("deploy/plans", ".yaml").stream().map(RepositoryFiles::read);
        return Stream.concat(pages, plans)
                .flatMap(text -> COMMAND.matcher(text).results().map(command -> command.group(1)))
                .map(command -> command.replaceFirst("(#|&&).*", "").strip())
                // Its options are the archive's own, which this module does not know; ArchiveJobCommandTest reads its
                // pages.
                .filter(command -> !command.startsWith("serve archive "))
                .distinct()
                .toList();
    }

    private static CommandContext context(StringWriter said) {
        PrintWriter writer = new PrintWriter(said, true);
        return new CommandContext(
                new Terminal(writer, writer, false, false),
                InstantSource.system(),
                NanoClock.SYSTEM,
                Map.of(),
                Path.of("target", "no-home"),
                new SplittableRandom(1),
                "test",
                new ResourceScope());
    }
}
