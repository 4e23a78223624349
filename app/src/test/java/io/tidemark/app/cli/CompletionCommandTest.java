package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class CompletionCommandTest {
    @TempDir
    private Path home;

    private Shell shell;

    @BeforeEach
    void open() {
        shell = new Shell(home);
    }

    @AfterEach
    void close() {
        shell.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyVerbIsCompleted(String name) {
        assertThat(shell.run("completion", name)).isZero();
        assertThat(shell.command().commandLine().getSubcommands().values().stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(verb -> !verb.usageMessage().hidden()))
                .hasSizeGreaterThan(20)
                .allSatisfy(verb -> assertThat(shell.out()).contains(verb.name()));
    }

    @Test
    void fishKnowsTheOptionsOfAVerbAndOfAVerbBelowIt() {
        assertThat(shell.run("completion", "fish")).isZero();
        assertThat(shell.out().lines())
                .contains("complete -c tidemark -n '__fish_seen_subcommand_from run' -l target -r"
                        + " -d 'Server that gets the load.'")
                .anyMatch(line -> line.startsWith("complete -c tidemark -n '__fish_seen_subcommand_from admin;"
                        + " and __fish_seen_subcommand_from store;"
                        + " and __fish_seen_subcommand_from prune' -l dry-run"));
    }

    @Test
    void fishQuotesWhatItWouldReadAsTheEndOfAText() {
        assertThat(shell.run("completion", "fish")).isZero();
        assertThat(shell.out()).contains("File with the password of the store\\'s server.'\n");
    }

    @Test
    void anUnknownShellIsRefused() {
        assertThat(shell.run("completion", "tcsh")).isEqualTo(2);
        assertThat(shell.err()).containsIgnoringCase("expected one of [bash, zsh, fish]");
    }

    @Test
    void helpIsTheSameWithoutTheOptionsOfVerbs() {
        assertThat(shell.run("--help")).isZero();
        assertThat(shell.out()).isEqualTo(shell.command().commandLine().getUsageMessage());
    }
}
