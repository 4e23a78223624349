package io.tidemark.cluster.registry;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same contract in a registry that is not ours. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApicurioContractTest extends RegistryContract {
    private Optional<ApicurioProcess> apicurio = Optional.empty();

    @BeforeAll
    void start(@TempDir Path dir) throws Exception {
        Optional<Path> java = ApicurioProcess.java();
        assumeTrue(
                java.isPresent(), "Apicurio needs Java 21: set JAVA25_HOME, or install a Temurin 25 in /usr/lib/jvm");
        assumeTrue(
                Files.exists(ApicurioProcess.JAR),
                "Apicurio is not in " + ApicurioProcess.JAR + ": the build was told to leave it out");
        apicurio = Optional.of(ApicurioProcess.start(java.get(), dir));
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
