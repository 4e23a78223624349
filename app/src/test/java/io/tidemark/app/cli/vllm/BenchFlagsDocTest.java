package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.docs.BenchFlagsTable;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** docs/how-to/switch-from-vllm-bench.md has every flag that the command takes, and says of each what its help says. */
class BenchFlagsDocTest {
    @TempDir
    private Path home;

    @Test
    void tableMirrorsTheFlags() {
        try (Shell shell = new Shell(home)) {
            List<OptionSpec> options =
                    shell.command().commandLine().getSubcommands().get("bench").getCommandSpec().options().stream()
                            .sorted(Comparator.comparing(OptionSpec::longestName))
                            .toList();
            Map<String, String> rows = new LinkedHashMap<>();
            options.forEach(option -> rows.put(flag(option), description(option)));
            BenchFlagsTable.mustBe(rows);
        }
    }

    private static String flag(OptionSpec option) {
        return option.arity().max() == 0
                ? "`" + option.longestName() + "`"
                : "`" + option.longestName() + " " + option.paramLabel().replace("|", "\\|") + "`";
    }

    private static String description(OptionSpec option) {
        return String.join(" ", option.description())
                .replace("${DEFAULT-VALUE}", option.defaultValueString())
                .replace("<", "&lt;");
    }
}
