package io.tidemark.app.run.virtualtime;

import io.tidemark.app.run.RunObservers;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.inprocess.InProcessServer;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.tokens.TokenizerResolver;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.virtualtime.VirtualServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A simulated server and its virtual time, on which runs follow each other on the calling thread. */
public final class VirtualServerEnvironment {
    static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_ANSWER_NANOS = Duration.ofMinutes(10).toNanos();

    private final VirtualTime time;
    private final VirtualRunRequest.Server simulated;
    private final VirtualTarget target;
    private volatile boolean stopped;

    /**
     * A server that starts now.
     *
     * @param id of the run, the search or the start that the server is made for: no other meets it
     */
    public VirtualServerEnvironment(VirtualRunRequest.Server simulated, VirtualTime time, String id) {
        this.time = time;
        this.simulated = simulated;
        VirtualServer server = new VirtualServer(simulated.config(), simulated.extras(), time);
        this.target = new VirtualTarget(server, simulated.profile() + "." + id, time);
    }

    public VirtualTime time() {
        return time;
    }

    public VirtualRunRequest.Server simulated() {
        return simulated;
    }

    /** From any thread: a run that is under way ends soon, as one that was told to stop. */
    public void stop() {
        stopped = true;
    }

    /** Sends one request alone and lets time pass until its answer is whole: seconds. */
    public double ask(String path, byte[] body) {
        long fromNanos = time.nanos();
        AtomicBoolean over = new AtomicBoolean();
        target.handle(new InProcessServer.Head(path, Map.of()), body, new WholeAnswer(over));
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

    /** What the server says it does now. */
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return target.activity();
    }

    /** Runs a plan to its end. Whoever made the publisher closes it. */
    public VirtualTimeRun.VirtualRunResult runPlan(VirtualRunRequest request, Publisher publisher, RunObservers hooks)
            throws InterruptedException {
        VirtualPublisher counted = new VirtualPublisher(publisher);
        Clocks clocks = new Clocks(time, time.wall());
        long fromNanos = time.nanos();
        RunDependencies parts = RunDependencies.of(clocks, counted, hooks.listener())
                .withObserver(hooks.watch())
                .withTarget(new TargetServices(lengths(request), target))
                .withEnvironment(RunEnvironment.inVirtualTime(time, target));
        try (VirtualScraper scrapes = new VirtualScraper(target.pages(), time.wall(), counted)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scrapes::scrape);
            LoadRun run = new LoadRun(spec(request), parts);
            VirtualTime.Repeated looking = time.every(time.nanos(), SECOND_NANOS, () -> cancelIfStopped(run));
            RunOutcome outcome = run.execute();
            looking.cancel();
            scraping.cancel();
            scrapes.scrape();
            scrapes.awaitReads();
            counted.flush();
            return new VirtualTimeRun.VirtualRunResult(
                    outcome, Duration.ofNanos(time.nanos() - fromNanos), counted.events());
        }
    }

    /** On the thread of virtual time, which nobody else may touch. */
    private void cancelIfStopped(LoadRun run) {
        if (stopped) {
            run.cancel();
        }
    }

    private TokenLengths lengths(VirtualRunRequest request) throws InterruptedException {
        TokenizerPlan wanted = request.plan().workloadOptions().tokenizer();
        return new TokenizerResolver(Optional.of(new ServerTokenizer(target.plan(), target::tokenize))).resolve(wanted);
    }

    private RunSpec spec(VirtualRunRequest request) {
        VirtualRunRequest.RunIdentity named = request.identity();
        return new RunSpec(
                named.runId(),
                request.plan(),
                request.phase(),
                target.plan(),
                LANE,
                Optional.of(simulated.config().version() + ", simulated in virtual time"),
                List.of(target.plan().model()),
                Credentials.NONE,
                new RunSpec.Tool(named.version(), named.command()),
                named.recordText());
    }
}
