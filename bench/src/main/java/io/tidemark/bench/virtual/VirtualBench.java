package io.tidemark.bench.virtual;

import io.tidemark.app.run.virtualtime.VirtualRunRequest;
import io.tidemark.app.run.virtualtime.VirtualTimeRun;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.Team;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Simulated seconds per second of wall time of {@code tidemark run --simulate} without a cluster. */
public final class VirtualBench {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String PROFILE = "llama-70b-fp8-h200";
    private static final String RUN_ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";

    private final BenchmarkContext bench;
    private final VirtualSize size;
    private final ServerConfigLoader configs = new ServerConfigLoader();

    /** What one run did. */
    private record Ran(long requests, long events, double virtualSeconds, double wallSeconds) {}

    public VirtualBench(BenchmarkContext bench, VirtualSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Measures all, prints the table and gives how many requests its rows sent. */
    public long run() throws InterruptedException {
        bench.print("virtual: " + size + ", prompts of " + VirtualSize.PROMPT_TOKENS + " and answers of "
                + VirtualSize.OUTPUT_TOKENS + " tokens, " + PROFILE + ", nothing published");
        ResultTable table =
                new ResultTable("requests/s", "requests", "events", "virtual s", "wall s", "virtual s / wall s");
        long requests = 0;
        for (int perSecond : size.perSecond()) {
            Ran median = median(perSecond);
            requests += median.requests();
            table.row(
                    String.valueOf(perSecond),
                    String.format(Locale.ROOT, "%,d", median.requests()),
                    String.format(Locale.ROOT, "%,d", median.events()),
                    figure("%,.0f", median.virtualSeconds()),
                    figure("%.2f", median.wallSeconds()),
                    figure("%,.0f", median.virtualSeconds() / median.wallSeconds()));
        }
        bench.print("");
        bench.table("virtual", table);
        return requests;
    }

    private Ran median(int perSecond) throws InterruptedException {
        List<Ran> rounds = new ArrayList<>();
        for (int round = 0; round < size.rounds(); round++) {
            rounds.add(once(perSecond));
        }
        rounds.sort(Comparator.comparingDouble(Ran::wallSeconds));
        return rounds.get(rounds.size() / 2);
    }

    private Ran once(int perSecond) throws InterruptedException {
        Plan plan = PlanLoader.parse(text(perSecond), "bench.yaml", Path.of("."));
        VirtualRunRequest request = new VirtualRunRequest(
                plan,
                plan.phases().get(0),
                new VirtualRunRequest.Server(PROFILE, configs.builtIn(PROFILE), SimulatorOptions.Extras.NONE),
                new Team("default"),
                new VirtualRunRequest.RunIdentity(RUN_ID, "bench", "bench/run virtual", false));
        long fromNanos = bench.nanos().nanos();
        VirtualTimeRun.VirtualRunResult ended =
                new VirtualTimeRun(request).execute(Instant.EPOCH, new DiscardingPublisher(), RunListener.silent());
        double wallSeconds = (bench.nanos().nanos() - fromNanos) / NANOS_PER_SECOND;
        long requests = ended.outcome().steps().stream()
                .map(StepSummary::counts)
                .mapToLong(counts -> counts.due())
                .sum();
        return new Ran(requests, ended.publishedEvents(), ended.duration().toNanos() / NANOS_PER_SECOND, wallSeconds);
    }

    private String text(int perSecond) {
        return String.join(
                "\n",
                "experiment: bench",
                "workload: {kind: synthetic, prompt_tokens: " + VirtualSize.PROMPT_TOKENS + ", output_tokens: "
                        + VirtualSize.OUTPUT_TOKENS + "}",
                "steps: [{rate: " + perSecond + ", duration: " + size.lasting().toSeconds() + "s}]");
    }

    private static String figure(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
