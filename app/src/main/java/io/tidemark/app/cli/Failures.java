package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.cluster.ClusterException;
import io.tidemark.producer.plan.InvalidPlanException;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tokens.TokenizerException;
import io.tidemark.producer.workload.WorkloadException;
import io.tidemark.schemas.serde.RegistryUnavailable;
import io.tidemark.schemas.serde.TopicBootstrapException;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.fit.FitException;
import io.tidemark.simulator.http.SimulatorException;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.KafkaException;

/** Which exit code an error ends the command with: what is not known here is a bug of ours. */
final class Failures {
    private Failures() {}

    static ExitCode exitCode(Throwable error) {
        if (error instanceof CommandException command) {
            return command.exitCode();
        }
        boolean asked = error instanceof InvalidPlanException
                || error instanceof ServerConfigException
                || error instanceof FitException
                || error instanceof WorkloadException
                || error instanceof TokenizerException;
        if (asked) {
            return ExitCode.USAGE;
        }
        boolean outside = error instanceof ClusterException
                || error instanceof RegistryUnavailable
                || error instanceof TopicBootstrapException
                || error instanceof StoreException
                || error instanceof SimulatorException
                || error instanceof TargetException
                || error instanceof KafkaException
                || error instanceof UncheckedIOException;
        return outside ? ExitCode.INFRASTRUCTURE : ExitCode.INTERNAL;
    }
}
