package io.tidemark.app.run;

import io.tidemark.app.run.virtualtime.VirtualScraper;
import io.tidemark.app.run.virtualtime.VirtualTarget;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.tokens.TokenizerResolver;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.virtualtime.VirtualServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;

/** Plays a drawn run in virtual time: load generator, engine, scrapes every second, and another client where there is one. */
final class MovedRun {
    static final Instant START = Instant.parse("2024-12-01T12:00:00Z");
    private static final String ID = "01JD8Z6K3M5TQX9V2R7C0WHB4N";
    private static final double NANOS_PER_SECOND = 1e9;

    private final MovedDraw draw;

    MovedRun(MovedDraw draw) {
        this.draw = draw;
    }

    /** Its events, in the order in which they were published. */
    List<SpecificRecordBase> play(Path folder) throws IOException, InterruptedException {
        Path trace = folder.resolve("trace.jsonl");
        Files.writeString(
                trace, draw.rows().stream().map(MovedDraw.Row::json).collect(Collectors.joining("\n", "", "\n")));
        Plan plan = PlanLoader.parse(
                "experiment: moved\nseed: " + draw.seed() + "\nfirst_request: false\n"
                        + "workload: {kind: trace, file: trace.jsonl, rows: 100000, exact_output: true}\n"
                        + "limits: {in_flight: 20000}\n"
                        + "steps: [{arrivals: trace, duration: " + Math.round(MovedDraw.LASTS_SECONDS) + "s}]\n",
                "plan.yaml",
                folder);
        VirtualTime time = new VirtualTime(START);
        ServerConfig config = new ServerConfigLoader().parse("server.yaml", draw.server());
        VirtualServer server = new VirtualServer(config, SimulatorOptions.Extras.NONE.with(draw.faults()), time);
        VirtualTarget target = new VirtualTarget(server, "demo", time);
        KeptEvents kept = new KeptEvents();
        Clocks clocks = new Clocks(time, time.wall());
        RunDependencies parts = RunDependencies.of(clocks, kept, RunListener.silent())
                .withTarget(new TargetServices(
                        new TokenizerResolver(Optional.empty())
                                .resolve(plan.workloadOptions().tokenizer()),
                        target))
                .withEnvironment(RunEnvironment.inVirtualTime(time, target));
        others(server, time);
        try (VirtualScraper scrapes = new VirtualScraper(target.pages(), time.wall(), kept)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), 1_000_000_000L, scrapes::scrape);
            new LoadRun(spec(plan, target), parts).execute();
            scraping.cancel();
            scrapes.awaitReads();
        }
        return kept.events();
    }

    private static RunSpec spec(Plan plan, VirtualTarget target) {
        return new RunSpec(
                ID,
                plan,
                plan.phases().get(0),
                target.plan(),
                "virtual",
                Optional.empty(),
                List.of(target.plan().model()),
                Credentials.NONE,
                new RunSpec.Tool("test", ""),
                false);
    }

    private void others(VirtualServer server, VirtualTime time) {
        MovedDraw.Others others = draw.others();
        if (others.perSecond() > 0) {
            SplittableRandom random = new SplittableRandom(draw.seed());
            time.at(Math.round(others.fromSecond() * NANOS_PER_SECOND), () -> other(server, time, random));
        }
    }

    private void other(VirtualServer server, VirtualTime time, SplittableRandom random) {
        MovedDraw.Others others = draw.others();
        String words = random.ints(others.promptTokens(), 0, 5000)
                .mapToObj(word -> "w" + word)
                .collect(Collectors.joining(" "));
        String body = "{\"model\": \"" + server.config().servedModelName() + "\", \"prompt\": \"" + words
                + "\", \"max_tokens\": " + others.outputTokens() + ", \"ignore_eos\": true}";
        server.ask(
                "/v1/completions",
                Map.of("content-type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8),
                new Deaf());
        double gap = -Math.log(1 - random.nextDouble()) / others.perSecond();
        if (time.nanos() < Duration.ofSeconds((long) MovedDraw.LASTS_SECONDS).toNanos()) {
            time.at(time.nanos() + Math.round(gap * NANOS_PER_SECOND), () -> other(server, time, random));
        }
    }

    /** Takes an answer and does nothing with it. */
    private static final class Deaf implements VirtualServer.Client {
        @Override
        public void head(int status, Map<String, String> headers) {
            // Nobody reads it.
        }

        @Override
        public void body(byte[] part) {
            // Nobody reads it.
        }

        @Override
        public void end() {
            // Nobody waits for it.
        }

        @Override
        public void cut() {
            // Nobody waits for it.
        }

        @Override
        public void unreachable() {
            // Nobody waits for it.
        }
    }
}
