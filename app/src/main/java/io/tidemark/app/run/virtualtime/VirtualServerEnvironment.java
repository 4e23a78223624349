package io.tidemark.app.run.virtualtime;

import io.tidemark.app.run.RunObservers;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.inprocess.InProcessServer;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

/** Simulated servers and their virtual time, on which runs follow each other on the calling thread. */
public final class VirtualServerEnvironment {
    static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_ANSWER_NANOS = Duration.ofMinutes(10).toNanos();

    private final VirtualTime time;
    private final List<VirtualRunRequest.Server> simulated;
    private final List<VirtualTarget> targets;
    private volatile Optional<String> stopped = Optional.empty();

    /**
     * A server that starts now.
     *
     * @param id of the run, the search or the start that the server is made for: no other meets it
     */
    public VirtualServerEnvironment(VirtualRunRequest.Server simulated, VirtualTime time, String id) {
        this(List.of(), List.of(simulated), time, id);
    }

    /**
     * The same with a server for each of several targets of a plan.
     *
     * @param simulated as {@link VirtualRunRequest#servers}
     */
    public VirtualServerEnvironment(
            List<TargetPlan> planned, List<VirtualRunRequest.Server> simulated, VirtualTime time, String id) {
        this.time = time;
        this.simulated = List.copyOf(simulated);
        VirtualRunRequest.Server first = simulated.get(0);
        this.targets = planned.size() < 2
                ? List.of(new VirtualTarget(server(first), first.profile() + "." + id, time))
                : IntStream.range(0, planned.size())
                        .mapToObj(at -> VirtualTarget.of(
                                server(simulated.get(Math.min(at, simulated.size() - 1))), planned.get(at), id, time))
                        .toList();
    }

    /** The servers of a run's targets, as they start. */
    public static VirtualServerEnvironment of(VirtualRunRequest request, VirtualTime time) {
        return new VirtualServerEnvironment(
                request.plan().targets(),
                request.servers(),
                time,
                request.identity().runId());
    }

    private VirtualServer server(VirtualRunRequest.Server one) {
        return new VirtualServer(one.config(), one.extras(), time);
    }

    public VirtualTime time() {
        return time;
    }

    /** As it was made. */
    public List<VirtualRunRequest.Server> simulated() {
        return simulated;
    }

    /** From any thread: a run that is under way ends soon, as one that was told to stop, and its stored end gives the reason. */
    public void stop(String reason) {
        stopped = Optional.of(reason);
    }

    /** Sends one request alone to the first server and lets time pass until its answer is whole: seconds. */
    public double ask(String path, byte[] body) {
        long fromNanos = time.nanos();
        AtomicBoolean over = new AtomicBoolean();
        targets.get(0).handle(new InProcessServer.Head(path, Map.of()), body, new WholeAnswer(over));
        while (!over.get() && time.nanos() - fromNanos < LONGEST_ANSWER_NANOS) {
            time.pass(LOOK_EVERY_NANOS);
        }
        return (time.nanos() - fromNanos) / 1e9;
    }

    /** Notes the end of an answer, however it ends. */
    private record WholeAnswer(AtomicBoolean over) implements InProcessServer.ResponseSink {
        @Override
        public void head(int status, Map<String, String> headers) {
            // Its end is what counts.
        }

        @Override
        public void body(byte[] part) {
            // Its end is what counts.
        }

        @Override
        public void end() {
            over.set(true);
        }

        @Override
        public void cut() {
            over.set(true);
        }

        @Override
        public void unreachable() {
            over.set(true);
        }
    }

    /** What the servers say they do now. */
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return ScrapedActivity.of(targets.stream().map(VirtualTarget::counts).toList());
    }

    /** How a run ended, how long it took in virtual time, and how many events that made. */
    public record VirtualRunResult(RunOutcome outcome, Duration duration, long publishedEvents) {}

    /** Runs a plan to its end: the same request gives the same events. Whoever made the publisher closes it. */
    public VirtualRunResult runPlan(VirtualRunRequest request, Publisher publisher, RunObservers observers)
            throws InterruptedException {
        VirtualPublisher counted = new VirtualPublisher(publisher);
        Clocks clocks = new Clocks(time, time.wall());
        long fromNanos = time.nanos();
        RunDependencies parts = RunDependencies.of(clocks, counted, observers.listener())
                .withObserver(observers.watch())
                .withTarget(new TargetServices(lengths(request), control()))
                .withEnvironment(RunEnvironment.inVirtualTime(time, targets));
        try (VirtualScraper scrapes = new VirtualScraper(pages(), time.wall(), counted)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scrapes::scrape);
            LoadRun run = new LoadRun(spec(request), parts);
            VirtualTime.Repeated looking = time.every(time.nanos(), SECOND_NANOS, () -> cancelIfStopped(run));
            RunOutcome outcome = run.execute();
            looking.cancel();
            scraping.cancel();
            scrapes.scrape();
            scrapes.awaitReads();
            counted.flush();
            return new VirtualRunResult(outcome, Duration.ofNanos(time.nanos() - fromNanos), counted.events());
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

    /** On the thread of virtual time, which nobody else may touch. */
    private void cancelIfStopped(LoadRun run) {
        stopped.ifPresent(run::stop);
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
