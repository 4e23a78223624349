package io.tidemark.bench.lane;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.tidemark.bench.harness.JavaProcess;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.ForwardingPublisher;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One run of the load generator in a fresh process, as {@code tidemark run} does it, its own warm-up included. */
public final class ClientProcess {
    /** In place of a broker: events go nowhere. */
    static final String NOWHERE = "nowhere";

    private ClientProcess() {}

    /**
     * What it prints.
     *
     * @param lost events that were not published
     */
    record ClientReport(ClientCosts costs, long lost, List<ClientRequestRecord> seen) {}

    /**
     * What a run took, from its step's start to its end.
     *
     * @param cpuNanos of the whole process
     * @param laneCpuNanos of the thread that stamps
     * @param laneBytes allocated on the heap by that thread
     * @param chunks that came
     * @param gapP99Nanos between chunks of an answer, by the sketches of the events
     */
    record ClientCosts(
            long wallNanos,
            long cpuNanos,
            long laneCpuNanos,
            long laneBytes,
            long chunks,
            long gapP99Nanos,
            long lagP99Nanos) {}

    /**
     * What the load generator's event says of one request, in nanoseconds from when it was due, but for {@code dueNanos}, which is by the
     * host's monotonic clock.
     */
    record ClientRequestRecord(String request, Outcome outcome, long dueNanos, long sentNanos, long firstTokenNanos) {}

    /** @param arguments the server's URL, the model, the broker's address or "nowhere", the registry's URL, the plan */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Clocks clocks = new Clocks(NanoClock.SYSTEM, InstantSource.system());
        Plan plan = PlanLoader.parse(arguments[4], "lane.yaml", Path.of("."));
        RunSpec spec = new RunSpec(
                Ulid.next(clocks.wall(), new SplittableRandom(clocks.elapsed().nanos())),
                plan,
                plan.phases().get(0),
                TargetPlan.at(URI.create(arguments[0]), arguments[1]),
                "l",
                Optional.empty(),
                List.of(),
                Credentials.NONE,
                new RunSpec.Tool("bench", "bench/run lane"),
                false);
        try (Publisher publisher = publisher(arguments[2], arguments[3], clocks)) {
            MeasuringPublisher ledger = new MeasuringPublisher(publisher, clocks);
            RunOutcome outcome = new LoadRun(spec, RunDependencies.of(clocks, ledger, ledger.listener())).execute();
            System.out.println(JavaProcess.line(
                    new ClientReport(ledger.costs(), outcome.overflow() + outcome.lost(), ledger.seen())));
        }
    }

    private static Publisher publisher(String broker, String registry, Clocks clocks) {
        return broker.equals(NOWHERE)
                ? new DiscardingPublisher()
                : KafkaPublisher.connect(
                        PublisherSettings.of(broker),
                        SchemaRegistry.connect(RegistryConfig.embedded(registry)),
                        BrokerProcess.TEAM,
                        clocks);
    }

    /** Passes events on and keeps what the benchmark asks for: references on the publisher's thread, costs at the step's ends. */
    private static final class MeasuringPublisher extends ForwardingPublisher {
        private static final String LANE = "tidemark-lane";

        private final Clocks clocks;
        private final OperatingSystemMXBean process =
                (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private final List<RequestEvent> requests = new ArrayList<>();
        private final Instant anchor;
        private final long anchorNanos;
        private long startNanos;
        private long startCpuNanos;
        private long wallNanos;
        private long cpuNanos;
        private LaneCosts laneBefore = LaneCosts.NONE;
        private LaneCosts lane = LaneCosts.NONE;
        private long lagP99Nanos;

        MeasuringPublisher(Publisher publisher, Clocks clocks) {
            super(publisher);
            this.clocks = clocks;
            this.anchor = clocks.wall().instant();
            this.anchorNanos = clocks.elapsed().nanos();
        }

        RunListener listener() {
            return new RunListener() {
                @Override
                public void stepEnded(StepSummary summary) {
                    wallNanos = clocks.elapsed().nanos() - startNanos;
                    cpuNanos = process.getProcessCpuTime() - startCpuNanos;
                    lagP99Nanos = summary.scheduleLagP99Nanos().orElse(0);
                    lane = lane().since(laneBefore);
                }
            };
        }

        /** Of the thread that stamps: since it began, or between two moments. */
        private record LaneCosts(long cpuNanos, long bytes) {
            static final LaneCosts NONE = new LaneCosts(0, 0);

            LaneCosts since(LaneCosts before) {
                return new LaneCosts(cpuNanos - before.cpuNanos, bytes - before.bytes);
            }
        }

        private LaneCosts lane() {
            long cpu = 0;
            long bytes = 0;
            for (long id : threads.getAllThreadIds()) {
                var info = threads.getThreadInfo(id);
                if (info != null && info.getThreadName().startsWith(LANE)) {
                    cpu += threads.getThreadCpuTime(id);
                    bytes += threads.getThreadAllocatedBytes(id);
                }
            }
            return new LaneCosts(cpu, bytes);
        }

        /** Once the run is over. */
        ClientCosts costs() {
            LogHistogram gaps = new LogHistogram();
            long chunks = 0;
            for (RequestEvent event : requests) {
                chunks += event.getChunkCount();
                byte[] sketch = new byte[event.getItlSketch().remaining()];
                event.getItlSketch().duplicate().get(sketch);
                gaps.merge(LogHistogram.decode(sketch));
            }
            return new ClientCosts(
                    wallNanos,
                    cpuNanos,
                    lane.cpuNanos(),
                    lane.bytes(),
                    chunks,
                    gaps.isEmpty() ? 0 : gaps.quantile(0.99),
                    lagP99Nanos);
        }

        /** Once the run is over. */
        List<ClientRequestRecord> seen() {
            return requests.stream().map(this::seen).toList();
        }

        private ClientRequestRecord seen(RequestEvent event) {
            Long first = event.getFirstTokenNanos();
            return new ClientRequestRecord(
                    event.getRun() + "-" + event.getRequest(),
                    event.getOutcome(),
                    anchorNanos + Duration.between(anchor, event.getDue()).toNanos(),
                    event.getSentNanos() == null ? 0 : event.getSentNanos(),
                    first == null ? 0 : first);
        }

        @Override
        public void publish(RequestEvent event) {
            if (event.getPart() == StepPart.MEASURED) {
                requests.add(event);
            }
            super.publish(event);
        }

        @Override
        public void publish(ControlEvent event) {
            if (startNanos == 0 && event.getState() instanceof StepState) {
                startNanos = clocks.elapsed().nanos();
                startCpuNanos = process.getProcessCpuTime();
                laneBefore = lane();
            }
            super.publish(event);
        }
    }
}
