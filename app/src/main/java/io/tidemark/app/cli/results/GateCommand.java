package io.tidemark.app.cli.results;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.shared.DocumentOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.compare.document.ComparisonJson;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.gate.GateResult;
import io.tidemark.reports.gate.JunitXml;
import io.tidemark.reports.output.DocumentWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark gate}: a comparison that decides by its exit code. */
@Command(
        name = "gate",
        description = {
            "Compare a candidate with its baseline and decide, for CI.",
            "Exit code 0: nothing regressed; 1: something did; 4: the policy leaves it undecided, as with too few runs;",
            "3: runs that were named are INVALID; 2: the policy or an option is wrong."
        },
        footer = {
            "  tidemark gate --baseline main --candidate pr-123 --policy deploy/gate/policy.yaml",
            "  tidemark gate --baseline @main --candidate nightly/v2",
            "  tidemark gate --baseline nightly/v1 --candidate nightly/v2 --junit gate.xml --markdown gate.md"
        })
public final class GateCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(
            names = "--baseline",
            required = true,
            paramLabel = "SIDE",
            description =
                    "Phase, experiment/phase, run ids (a,b,c), @NAME of a baseline, or result files of other tools.")
    private String baseline = "";

    @Option(
            names = "--candidate",
            required = true,
            paramLabel = "SIDE",
            description = "The candidate, in the same form.")
    private String candidate = "";

    @Mixin
    private final ComparisonOptions sides = new ComparisonOptions();

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "Figures, margins and the meaning of undecided figures. Default: as deploy/gate/policy.yaml.")
    private @Nullable Path policy;

    @Option(names = "--junit", paramLabel = "FILE", description = "JUnit XML: a test case for each compared figure.")
    private @Nullable Path junit;

    @Option(names = "--markdown", paramLabel = "FILE", description = "A summary for a CI's page, without pictures.")
    private @Nullable Path markdown;

    @Option(names = "--json", description = "Print one JSON object with every figure, for machines.")
    private boolean json;

    @Option(names = "--json-file", paramLabel = "FILE", description = "Write the same object to a file.")
    private @Nullable Path jsonFile;

    public GateCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        GatePolicy wanted = policy == null ? GatePolicy.DEFAULT : GatePolicyReader.read(policy);
        Comparison comparison = sides.compare(context, List.of(baseline, candidate), wanted.comparison());
        GateResult result = GateResult.of(comparison, wanted);
        DocumentOptions.writtenFiles(() -> {
            Optional.ofNullable(junit).ifPresent(file -> DocumentWriter.write(file, JunitXml.of(result)));
            Optional.ofNullable(markdown).ifPresent(file -> new DocumentWriter().markdown(result.document(), file));
            Optional.ofNullable(jsonFile).ifPresent(file -> DocumentWriter.write(file, json(result) + "\n"));
        });
        if (json) {
            context.terminal().printLine(json(result));
        } else {
            DocumentOptions.print(context, result.document());
        }
        return ExitCodeMapper.exitCode(result).code();
    }

    /** The comparison with its outcome first. */
    private static String json(GateResult result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("outcome", result.headline().replace(' ', '_'));
        root.put("exitCode", ExitCodeMapper.exitCode(result).code());
        root.put("paragraph", result.paragraph());
        root.set("invalidRuns", RecordJson.of(result.invalid()));
        root.setAll(ComparisonJson.of(result.comparison()));
        return root.toString();
    }
}
