package io.tidemark.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
    @Test
    void aChildHasItsParentsOptionsButForAgentsAndTheTerminal() {
        assertThat(ChildProcess.inherited(List.of(
                        "-Xmx512m",
                        "-javaagent:jacoco.jar",
                        "-XX:+UseSerialGC",
                        "-agentlib:jdwp=transport=dt_socket",
                        "-agentpath:profiler.so",
                        "-Dtidemark.tty=true",
                        "-Dfile.encoding=UTF-8")))
                .containsExactly("-Xmx512m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8");
    }

    @Test
    void noChildLeavesAnImageOfItsMemory() {
        assertThat(ChildProcess.java(List.of("-Xmx1g"), "a.jar", ChildProcessTest.class))
                .endsWith("-XX:-CreateCoredumpOnCrash", "-Xmx1g", "-cp", "a.jar", ChildProcessTest.class.getName());
        assertThat(ChildProcess.tidemark(ChildProcess.classDataOptions())).contains("-XX:-CreateCoredumpOnCrash");
    }

    @Test
    void theParentIsThisProcess() {
        assertThat(ChildProcess.jvmOptions())
                .isEqualTo(ChildProcess.inherited(
                        ManagementFactory.getRuntimeMXBean().getInputArguments()));
    }
}
