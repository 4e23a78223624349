package io.tidemark.app.cli.diagnose;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.StackFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark status}: whether the components of the stack, or of a cluster, are up. */
@Command(
        name = "status",
        description = {
            "Show whether the components of a stack or cluster are up.",
            "Exit code 0: all are; 5: one is not, or there is no stack."
        },
        footer = {"  tidemark status", "  tidemark status --kafka broker-1:9092 --registry http://registry:8081 --json"
        })
public final class StatusCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    public StatusCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return Finding.print(findings(), json, context.terminal()).code();
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Optional<ClusterConnection> named = cluster.named();
        Optional<StackFile.Entry> stack = StackFile.in(context.home()).up();
        if (named.isEmpty()) {
            findings.add(stack.map(StatusCommand::process).orElseGet(this::noStack));
            stack.filter(StackFile.Entry::advertisesAnother)
                    .ifPresent(up -> findings.add(Finding.ok(
                            "advertised",
                            "clients elsewhere use kafka " + up.kafka() + " and registry " + up.registry())));
        }
        named.or(() -> stack.map(StackFile.Entry::connection))
                .ifPresent(connection -> findings.addAll(new ClusterChecks(connection).components()));
        findings.add(new StoreCheck(context, store).check().store());
        return findings;
    }

    private static Finding process(StackFile.Entry stack) {
        return Finding.ok(
                "stack",
                "process " + stack.pid() + " runs broker, registry, streams and sink"
                        + (stack.endsWithCommand() ? " for one run, and ends with it" : ""));
    }

    private Finding noStack() {
        return Finding.failed("stack", "none is up in " + context.home(), "start one with `tidemark up`");
    }
}
