package io.tidemark.app.run.virtualtime;

import io.tidemark.app.run.RunObservers;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.tokens.TokenizerResolver;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.virtualtime.VirtualServer;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Simulated servers and their virtual time, on which runs follow each other on the calling thread. */
public final class VirtualServerEnvironment {
    static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final VirtualTime time;
    private final List<VirtualTarget> targets;

    /**
     * Time begins at {@code start}.
     *
     * @param id of the run, or of the search, that the server is made for: no other meets it
     */
    public VirtualServerEnvironment(VirtualRunRequest.Server simulated, Instant start, String id) {
        this(List.of(), List.of(simulated), start, id);
    }

    /**
     * The same with a server for each of several targets of a plan.
     *
     * @param simulated as {@link VirtualRunRequest#servers}
     */
    public VirtualServerEnvironment(
            List<TargetPlan> planned, List<VirtualRunRequest.Server> simulated, Instant start, String id) {
        this.time = new VirtualTime(start);
        VirtualRunRequest.Server first = simulated.get(0);
        this.targets = planned.size() < 2
                ? List.of(new VirtualTarget(server(first), first.profile() + "." + id, time))
                : IntStream.range(0, planned.size())
                        .mapToObj(at -> VirtualTarget.of(
                                server(simulated.get(Math.min(at, simulated.size() - 1))), planned.get(at), id, time))
                        .toList();
    }

    private VirtualServer server(VirtualRunRequest.Server simulated) {
        return new VirtualServer(simulated.config(), simulated.extras(), time);
    }

    public VirtualTime time() {
        return time;
    }

    /** What the servers say they do now. */
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return ScrapedActivity.of(targets.stream().map(VirtualTarget::counts).toList());
    }

    /** Runs a plan to its end. Whoever made the publisher closes it. */
    public VirtualTimeRun.VirtualRunResult runPlan(VirtualRunRequest request, Publisher publisher, RunObservers hooks)
            throws InterruptedException {
        VirtualPublisher counted = new VirtualPublisher(publisher);
        Clocks clocks = new Clocks(time, time.wall());
        long fromNanos = time.nanos();
        RunDependencies parts = RunDependencies.of(clocks, counted, hooks.listener())
                .withObserver(hooks.watch())
                .withTarget(new TargetServices(lengths(request), control()))
                .withEnvironment(RunEnvironment.inVirtualTime(time, targets));
        try (VirtualScraper scrapes = new VirtualScraper(pages(), time.wall(), counted)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scrapes::scrape);
            RunOutcome outcome = new LoadRun(spec(request), parts).execute();
            scraping.cancel();
            scrapes.scrape();
            scrapes.awaitReads();
            counted.flush();
            return new VirtualTimeRun.VirtualRunResult(
                    outcome, Duration.ofNanos(time.nanos() - fromNanos), counted.events());
        }
    }

    private TargetControl control() {
        Map<String, TargetControl> controls = new LinkedHashMap<>();
        targets.forEach(target -> controls.put(target.plan().name(), target));
        return TargetControl.of(controls);
    }

    private List<VirtualScraper.Page> pages() {
        return targets.stream().flatMap(target -> target.pages().stream()).toList();
    }

    private TokenLengths lengths(VirtualRunRequest request) throws InterruptedException {
        VirtualTarget first = targets.get(0);
        TokenizerPlan wanted = request.plan().workloadOptions().tokenizer();
        return new TokenizerResolver(Optional.of(new ServerTokenizer(first.plan(), first::tokenize))).resolve(wanted);
    }

    private RunSpec spec(VirtualRunRequest request) {
        VirtualRunRequest.RunIdentity named = request.identity();
        return new RunSpec(
                named.runId(),
                request.plan(),
                request.phase(),
                new RunTargets(targets.stream().map(VirtualTarget::probed).toList()),
                LANE,
                Credentials.NONE,
                new RunSpec.Tool(named.version(), named.command()),
                named.recordText());
    }
}
