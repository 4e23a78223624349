package io.tidemark.app.run;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.TokenizerPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.run.RunParts;
import io.tidemark.producer.run.RunSpec;
import io.tidemark.producer.run.TargetAids;
import io.tidemark.producer.run.Venue;
import io.tidemark.producer.tokens.Aim;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.http.VirtualServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A plan, the load generator and a simulated server in virtual time, on the calling thread. The same request gives the same events. */
public final class VirtualRun {
    static final String LANE = "virtual";

    /** Twice in the shortest window: a page costs as much as a hundred requests' chunks. */
    private static final long SCRAPE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    private final VirtualRequest request;

    public VirtualRun(VirtualRequest request) {
        this.request = request;
    }

    /** How it ended, how long it took in virtual time, and how many events that made. */
    public record Ended(RunOutcome outcome, Duration lasted, long events) {}

    /** Runs it as if it began at {@code start}. Whoever made the publisher closes it. */
    public Ended execute(Instant start, Publisher publisher, RunListener listener) throws InterruptedException {
        VirtualTime time = new VirtualTime(start);
        VirtualRequest.Server simulated = request.server();
        VirtualServer server = new VirtualServer(simulated.config(), simulated.extras(), time);
        VirtualTarget target = new VirtualTarget(server, simulated.profile(), time);
        VirtualPublisher counted = new VirtualPublisher(publisher);
        Clocks clocks = new Clocks(time, time.wall());
        RunParts parts = RunParts.of(clocks, counted, listener)
                .aidedBy(new TargetAids(lengths(target), target))
                .at(Venue.inVirtualTime(time, target));
        try (VirtualScrapes scrapes = new VirtualScrapes(target.pages(), time.wall(), counted)) {
            VirtualTime.Repeated scraping = time.every(time.nanos(), SCRAPE_EVERY_NANOS, scrapes::scrape);
            RunOutcome outcome = new LoadRun(spec(target), parts).execute();
            scraping.cancel();
            scrapes.scrape();
            scrapes.end();
            counted.flush();
            return new Ended(outcome, Duration.ofNanos(time.nanos()), counted.events());
        }
    }

    private TokenLengths lengths(VirtualTarget target) throws InterruptedException {
        TokenizerPlan wanted = request.plan().workloadOptions().tokenizer();
        return new Aim(Optional.of(new ServerTokenizer(target.plan(), target::tokenize))).lengths(wanted);
    }

    private RunSpec spec(VirtualTarget target) {
        VirtualRequest.Named named = request.named();
        return new RunSpec(
                named.runId(),
                request.plan(),
                request.phase(),
                target.plan(),
                LANE,
                Optional.of(request.server().config().version() + ", simulated in virtual time"),
                List.of(target.plan().model()),
                Credentials.NONE,
                new RunSpec.Tool(named.version(), named.command()),
                named.recordText());
    }
}
