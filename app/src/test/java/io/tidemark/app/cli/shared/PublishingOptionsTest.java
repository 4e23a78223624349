package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.producer.plan.read.PlanFileOptions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class PublishingOptionsTest {
    @Command
    private static final class Publishing {
        @Mixin
        private final PublishingOptions options = new PublishingOptions();
    }

    @ParameterizedTest
    @CsvSource({
        // plan, set for all commands, command line, owner
        "default, , , default",
        "perf, , , perf",
        "default, ops, , ops",
        "perf, ops, , perf",
        "perf, ops, chat, chat",
        "perf, , chat, chat",
        "default, ops, default, default"
    })
    void theCommandLineGoesBeforeThePlanWhichGoesBeforeWhatIsSetForAllCommands(
            String plan, String set, String typed, String owner) {
        Publishing command = new Publishing();
        CommandLine line = new CommandLine(command);
        line.setDefaultValueProvider(argument -> argument.paramLabel().equals("NAME") ? set : null);

        line.parseArgs(typed == null ? new String[0] : new String[] {"--team", typed});

        PlanFileOptions team = new PlanFileOptions(Optional.empty(), List.of("team=" + plan));
        assertThat(command.options.owner(BuiltInPlans.firstLook(team).get(0)).name())
                .isEqualTo(owner);
    }
}
