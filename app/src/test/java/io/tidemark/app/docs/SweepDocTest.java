package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.tune.SchedulePrinter;
import io.tidemark.app.tune.StartEstimates;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.reports.compare.SweepSchedule;
import io.tidemark.reports.compare.SweepSchedule.Design;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about sweeps: its example is read and its starts are printed, and it has every key that the reader asks for. */
final class SweepDocTest {
    private static final String PAGE = "docs/reference/sweep.md";
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\|");

    private static String example() {
        Matcher block = YAML.matcher(RepositoryFiles.read(PAGE));
        assertThat(block.find()).isTrue();
        return block.group(1);
    }

    private static PlanLoader.Source page() {
        return new PlanLoader.Source(PAGE, RepositoryFiles.path("docs"));
    }

    @Test
    void theExamplesStartsAreThoseOfTheDryRun() {
        Plan plan =
                PlanLoader.parse(example(), page(), PlanFileOptions.AS_IT_IS).get(0);
        SweepPlan sweep = plan.sweep().orElseThrow();
        StartEstimates estimates = StartEstimates.of(plan);
        SweepSchedule schedule = SweepSchedule.of(
                new Design(sweep.phases(), new HashSet<>(sweep.defaults()), sweep.repeat(), sweep.orderSeed()),
                estimates);
        SchedulePrinter printer = new SchedulePrinter(
                plan, estimates, SweepDocTest::command, Instant.parse("2026-11-25T22:00:00Z"), ZoneOffset.UTC);

        DocBlock.of(PAGE, "sweep-example").mustBe(String.join("\n", printer.lines(schedule)));
    }

    @Test
    void thePageHasARowForEachKey() {
        KnownKeys keys = new KnownKeys();
        PlanLoader.parse(example(), page(), PlanFileOptions.AS_IT_IS, keys);

        Set<String> rows = ROW.matcher(RepositoryFiles.read(PAGE))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rows).containsAll(keys.byPath().get("sweep"));
    }

    private static String command(PhasePlan phase) {
        StringBuilder command = new StringBuilder("vllm serve MODEL");
        new TreeMap<>(phase.flags()).forEach((flag, value) -> {
            if (!value.equals(ServerPlan.DEFAULT_VALUE)) {
                command.append(" --").append(flag).append(' ').append(value);
            }
        });
        return command.toString();
    }
}
