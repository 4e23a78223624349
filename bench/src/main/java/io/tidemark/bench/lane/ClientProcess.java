package io.tidemark.bench.lane;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.publish.DiscardingPublisher;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.run.LoadRun;
import io.tidemark.producer.run.RunDependencies;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One run of the load generator in a fresh process, as {@code tidemark run} does it, its own warm-up included. */
public final class ClientProcess {
    /** In place of a broker: events go nowhere. */
    static final String NOWHERE = "nowhere";

    private ClientProcess() {}

    /** @param arguments the server's URL, the model, the broker's address or "nowhere", the registry's URL, the plan */
    public static void main(String[] arguments) throws InterruptedException {
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
            tell(System.out, ledger, outcome);
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

    private static void tell(PrintStream out, MeasuringPublisher ledger, RunOutcome outcome) {
        out.println(ledger.costs().line());
        out.println(outcome.overflow() + outcome.lost());
        ledger.seen().forEach(seen -> out.println(seen.line()));
        out.println();
        out.flush();
    }
}
