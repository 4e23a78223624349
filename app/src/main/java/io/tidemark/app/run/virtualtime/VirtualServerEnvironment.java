package io.tidemark.app.run.virtualtime;

import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.ServerEnvironment;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.inprocess.InProcessServer;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.TargetServices;
import io.tidemark.producer.runtime.RunEnvironment;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.tokens.TokenizerResolver;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.virtualtime.VirtualServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Simulated servers and their virtual time, on which runs follow each other on the calling thread: the same runs give the same events. */
public final class VirtualServerEnvironment extends ServerEnvironment {
    private static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LOOK_EVERY_NANOS = Duration.ofMillis(1).toNanos();
    private static final long LONGEST_ANSWER_NANOS = Duration.ofMinutes(10).toNanos();

    private final VirtualTime time;
    private final InstantSource made;
    private final List<SimulatedServer> simulated;
    private final List<VirtualTarget> targets;
    private volatile Optional<String> stopped = Optional.empty();
    private final AtomicLong publishedEvents = new AtomicLong();

    /**
     * Servers that start now, one for each of several targets of a plan.
     *
     * @param planned the targets; none, or one, for a single server with a name of its own
     * @param simulated one for each target, in their order; a single one stands for each of them
     * @param made tells when runs are made, by which they are ordered: virtual time gives the same ids each time
     * @param id of the run, the search or the start that the servers are made for: no other meets them
     */
    public VirtualServerEnvironment(
            List<TargetPlan> planned,
            List<SimulatedServer> simulated,
            VirtualTime time,
            InstantSource made,
            String id) {
        super(new Clocks(time, time.wall()), true, LANE, Credentials.NONE);
        this.time = time;
        this.made = made;
        this.simulated = List.copyOf(simulated);
        SimulatedServer first = simulated.get(0);
        this.targets = planned.size() < 2
                ? List.of(new VirtualTarget(server(first), first.profile() + "." + id, time))
                : IntStream.range(0, planned.size())
                        .mapToObj(at -> VirtualTarget.of(
                                server(simulated.get(Math.min(at, simulated.size() - 1))), planned.get(at), id, time))
                        .toList();
    }

    /** The servers of one run, whose id is known. */
    public static VirtualServerEnvironment of(RunRequest request, List<SimulatedServer> simulated, VirtualTime time) {
        return new VirtualServerEnvironment(
                request.targets(), simulated, time, time.wall(), request.runId().orElseThrow());
    }

    private VirtualServer server(SimulatedServer one) {
        return new VirtualServer(one.config(), one.extras(), time);
    }

    public VirtualTime time() {
        return time;
    }

    /** As it was made. */
    public List<SimulatedServer> simulated() {
        return simulated;
    }

    /** From any thread: a run that is under way ends soon, as one that was asked to stop, and its stored end gives the reason. */
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

    @Override
    protected RunTargets targets() {
        return new RunTargets(targets.stream().map(VirtualTarget::probed).toList());
    }

    /** All draws of the runs follow from them. */
    @Override
    public Supplier<String> runIds() {
        SplittableRandom random = new SplittableRandom(time.wall().instant().toEpochMilli());
        return () -> Ulid.next(made, random);
    }

    @Override
    protected TargetServices services(Plan plan) throws InterruptedException {
        return new TargetServices(lengths(plan), control());
    }

    @Override
    protected Publisher stamped(Publisher publisher) {
        return new VirtualPublisher(publisher, publishedEvents);
    }

    /** Events of all runs until now. */
    public long publishedEvents() {
        return publishedEvents.get();
    }

    @Override
    protected Scraping scrape(Publisher publisher) {
        VirtualScraper scraper = new VirtualScraper(pages(), time.wall(), publisher);
        VirtualTime.Repeated repeated = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scraper::scrape);
        return new Scraping() {
            @Override
            public void scrapeLast() throws InterruptedException {
                repeated.cancel();
                scraper.scrape();
                scraper.awaitReads();
            }

            @Override
            public void close() {
                repeated.cancel();
                scraper.close();
            }
        };
    }

    @Override
    protected RunEnvironment runtime() {
        return RunEnvironment.inVirtualTime(time, targets);
    }

    /** A run belongs to the thread on which virtual time passes: it looks for a stop once a second. */
    @Override
    protected Consumer<String> stopper(LoadRun run, ResourceScope parts) {
        VirtualTime.Repeated looking = time.every(time.nanos(), SECOND_NANOS, () -> stopped.ifPresent(run::stop));
        parts.register(looking::cancel);
        return this::stop;
    }

    @Override
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return ScrapedActivity.of(targets.stream().map(VirtualTarget::counts).toList());
    }

    @Override
    public void passSecond() {
        time.pass(SECOND_NANOS);
    }

    private TargetControl control() {
        Map<String, TargetControl> controls = new LinkedHashMap<>();
        targets.forEach(target -> controls.put(target.plan().name(), target));
        return TargetControl.of(controls);
    }

    private List<VirtualScraper.Page> pages() {
        return targets.stream().flatMap(target -> target.pages().stream()).toList();
    }

    private TokenLengths lengths(Plan plan) throws InterruptedException {
        VirtualTarget first = targets.get(0);
        TokenizerPlan wanted = plan.workloadOptions().tokenizer();
        return new TokenizerResolver(Optional.of(new ServerTokenizer(first.plan(), first::tokenize))).resolve(wanted);
    }
}
