package io.tidemark.app.cli;

import io.tidemark.cluster.ClusterException;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tokens.TokenizerException;
import io.tidemark.producer.workload.WorkloadException;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaNotRegisteredException;
import io.tidemark.servers.ServerStartException;
import io.tidemark.simulator.config.ServerConfigException;
import io.tidemark.simulator.fit.FitException;
import io.tidemark.simulator.http.server.SimulatorException;
import io.tidemark.sinks.store.StoreException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.KafkaException;

/** Which exit code an error ends the command with: what is not known here is a bug of Tidemark. */
final class ExitCodeMapper {
    private ExitCodeMapper() {}

    static ExitCode exitCode(Throwable error) {
        if (error instanceof CommandException command) {
            return command.exitCode();
        }
        boolean asked = error instanceof InvalidYamlException
                || error instanceof ServerConfigException
                || error instanceof FitException
                || error instanceof WorkloadException
                || error instanceof TokenizerException;
        if (asked) {
            return ExitCode.USAGE;
        }
        boolean outside = error instanceof ClusterException
                || error instanceof RegistryUnavailableException
                || error instanceof SchemaNotRegisteredException
                || error instanceof TopicBootstrapException
                || error instanceof StoreException
                || error instanceof SimulatorException
                || error instanceof TargetException
                || error instanceof ServerStartException
                || error instanceof KafkaException
                || error instanceof UncheckedIOException;
        return outside ? ExitCode.INFRASTRUCTURE : ExitCode.INTERNAL;
    }
}
