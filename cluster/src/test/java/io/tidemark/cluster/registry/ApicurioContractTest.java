package io.tidemark.cluster.registry;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same contract in a registry that is not ours. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApicurioContractTest extends RegistryContract {
    private Optional<ApicurioProcess> apicurio = Optional.empty();

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        apicurio = Optional.of(ApicurioProcess.startOrSkip(dir, Map.of()));
    }

    @AfterAll
    void stop() throws Exception {
        if (apicurio.isPresent()) {
            apicurio.get().stop();
        }
    }

    @Override
    String url() {
        return apicurio.orElseThrow().confluentUrl();
    }
}
