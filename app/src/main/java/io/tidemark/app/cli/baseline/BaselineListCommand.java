package io.tidemark.app.cli.baseline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark baseline list}: the baselines there are. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List baselines by team and name.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark baseline list", "  tidemark baseline list --team perf --json"})
final class BaselineListCommand implements Runnable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Only those of this team. Default: all teams.")
    private @Nullable String team;

    @Option(names = "--json", description = "Print one JSON object, with the ids of the runs, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    BaselineListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Optional<Team> owner = Optional.ofNullable(team).map(OptionParser::team);
        List<Baseline> listed = store.open(context).baselines().stream()
                .filter(baseline -> owner.map(baseline.team()::equals).orElse(true))
                .toList();
        Terminal terminal = context.terminal();
        if (json) {
            terminal.printLine(json(listed));
            return;
        }
        if (listed.isEmpty()) {
            terminal.printLine(owner.map(one -> "team " + one).orElse("the store") + " has no baseline");
        }
        listed.forEach(baseline -> terminal.printFormatted(
                "%-16s  %-10s  %4d runs  %s / %s  set %s by %s%s",
                baseline.name(),
                baseline.team(),
                baseline.runs().size(),
                baseline.experiment(),
                baseline.phase(),
                ValueFormat.stamp(baseline.setAt()),
                baseline.by(),
                baseline.reason().isEmpty() ? "" : ": " + baseline.reason()));
    }

    private static String json(List<Baseline> baselines) {
        Map<String, Object> root = Map.of(
                "baselines", baselines.stream().map(BaselineListCommand::object).toList());
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("baselines cannot be written as JSON", e);
        }
    }

    private static Map<String, Object> object(Baseline baseline) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("team", baseline.team().name());
        object.put("name", baseline.name());
        object.put("runs", baseline.runs());
        object.put("experiment", baseline.experiment());
        object.put("phase", baseline.phase());
        object.put("setAt", baseline.setAt().toString());
        object.put("by", baseline.by());
        object.put("reason", baseline.reason());
        return object;
    }
}
