package io.tidemark.app.cli.tune;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.tune.document.TuneJson;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark tune list}: the newest tunes of the store. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the newest tunes of the store, and how far each is.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark tune list", "  tidemark tune list --team perf --json"})
final class TuneListCommand implements Runnable {
    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Only tunes of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--limit", paramLabel = "N", description = "How many tunes at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    TuneListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        if (limit < 1) {
            throw new InvalidInputException("--limit must be >= 1 but was " + limit);
        }
        List<TuneRow> tunes =
                TuneLookup.of(store.open(context), Optional.ofNullable(team).map(OptionParser::team)).stream()
                        .limit(limit)
                        .toList();
        if (json) {
            context.terminal().printLine(json(tunes).toString());
            return;
        }
        if (tunes.isEmpty()) {
            context.terminal().printLine("there is no tune; tidemark tune PLAN makes one");
        }
        tunes.forEach(this::print);
    }

    private void print(TuneRow tune) {
        context.terminal()
                .printFormatted(
                        "%s  %s  %-8s  %-6s  %-10s %s  %s%s",
                        tune.tune(),
                        ValueFormat.stamp(tune.started()),
                        tune.activity(),
                        tune.mode(),
                        tune.team(),
                        tune.experiment(),
                        starts(tune),
                        tune.winner().isEmpty() ? "" : ", winner " + tune.winner());
    }

    private static String starts(TuneRow tune) {
        return tune.ended() + (tune.planned() > 0 ? " of " + tune.planned() : "")
                + (tune.ended() == 1 && tune.planned() == 0 ? " start" : " starts") + ", " + tune.infeasible()
                + " infeasible";
    }

    private static ObjectNode json(List<TuneRow> tunes) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode all = root.putArray("tunes");
        tunes.forEach(tune -> all.add(TuneJson.of(tune)
                .put("ended", tune.ended())
                .put("infeasible", tune.infeasible())
                .put("winner", tune.winner())
                .put("evidence", tune.evidence())));
        return root;
    }
}
