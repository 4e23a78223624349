package io.tidemark.app.run;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.TokenizerPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.RunParts;
import io.tidemark.producer.run.RunSpec;
import io.tidemark.producer.run.TargetAids;
import io.tidemark.producer.run.Venue;
import io.tidemark.producer.scrape.ScrapedActivity;
import io.tidemark.producer.tokens.Aim;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.http.VirtualServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A simulated server and its virtual time, on which runs follow each other on the calling thread. */
public final class VirtualStage {
    static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final VirtualTime time;
    private final VirtualRequest.Server simulated;
    private final VirtualTarget target;

    /**
     * Time begins at {@code start}.
     *
     * @param id of the run, or of the search, that the server is made for: no other meets it
     */
    public VirtualStage(VirtualRequest.Server simulated, Instant start, String id) {
        this.time = new VirtualTime(start);
        this.simulated = simulated;
        VirtualServer server = new VirtualServer(simulated.config(), simulated.extras(), time);
        this.target = new VirtualTarget(server, simulated.profile() + "." + id, time);
    }

    public VirtualTime time() {
        return time;
    }

    /** What the server says it does now. */
    public Optional<ScrapedActivity> activity() throws InterruptedException {
        return target.activity();
    }

    /** Runs a plan to its end. Whoever made the publisher closes it. */
    public VirtualRun.Ended play(VirtualRequest request, Publisher publisher, RunHooks hooks)
            throws InterruptedException {
        VirtualPublisher counted = new VirtualPublisher(publisher);
        Clocks clocks = new Clocks(time, time.wall());
        long fromNanos = time.nanos();
        RunParts parts = RunParts.of(clocks, counted, hooks.listener())
                .watchedBy(hooks.watch())
                .aidedBy(new TargetAids(lengths(request), target))
                .at(Venue.inVirtualTime(time, target));
        try (VirtualScrapes scrapes = new VirtualScrapes(target.pages(), time.wall(), counted)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scrapes::scrape);
            RunOutcome outcome = new LoadRun(spec(request), parts).execute();
            scraping.cancel();
            scrapes.scrape();
            scrapes.end();
            counted.flush();
            return new VirtualRun.Ended(outcome, Duration.ofNanos(time.nanos() - fromNanos), counted.events());
        }
    }

    private TokenLengths lengths(VirtualRequest request) throws InterruptedException {
        TokenizerPlan wanted = request.plan().workloadOptions().tokenizer();
        return new Aim(Optional.of(new ServerTokenizer(target.plan(), target::tokenize))).lengths(wanted);
    }

    private RunSpec spec(VirtualRequest request) {
        VirtualRequest.Named named = request.named();
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
