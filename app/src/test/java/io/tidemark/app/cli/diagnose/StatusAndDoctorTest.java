package io.tidemark.app.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StatusAndDoctorTest {
    @TempDir
    private Path home;

    @Test
    void doctorHasALineForEachThingAndWhatToDo() {
        try (Shell shell = new Shell(home)) {
            shell.run("doctor");
            assertThat(shell.out())
                    .contains("java", "ports", "clocks", "disk")
                    .containsPattern("note +client error +not measured yet: `tidemark calibrate`")
                    .containsPattern("note +kafka +no cluster was named")
                    .containsPattern("note +store +there is none yet");
        }
    }

    @Test
    void doctorFailsForAPasswordThatEveryoneCanRead() throws Exception {
        Path config = Files.writeString(home.resolve("kafka.properties"), "");
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
        try (Shell shell = new Shell(home)) {
            int code = shell.run("doctor", "--kafka-config", config.toString());
            assertThat(code).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.out())
                    .containsPattern("failed +file modes +" + config + " has mode rw-r--r--")
                    .contains("`chmod 600 " + config + "`");
        }
    }

    @Test
    void doctorFailsForAClusterThatDoesNotAnswer() {
        try (Shell shell = new Shell(home)) {
            int code = shell.run("doctor", "--kafka", "127.0.0.1:1", "--registry", "http://127.0.0.1:1");
            assertThat(code).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.out()).containsPattern("failed +kafka").containsPattern("failed +registry");
        }
    }

    @Test
    void statusWithoutAStackSaysSo() {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run("status", "--json")).isEqualTo(ExitCode.INFRASTRUCTURE.code());
            assertThat(shell.out()).contains("none is up in " + home);
        }
    }

    @Test
    void downWithoutAStackHasNothingToStop() {
        try (Shell shell = new Shell(home)) {
            assertThat(shell.run("down")).isZero();
            assertThat(shell.out()).contains("no stack is up in " + home);
        }
    }

    /** The id of a process that ended may be another's by now: that one started at another time, and is left alone. */
    @Test
    void downStopsNoProcessThatOnlyHasTheStacksId() throws Exception {
        Process other = new ProcessBuilder("sleep", "60").start();
        try (Shell shell = new Shell(home)) {
            Files.writeString(home.resolve("stack.json"), """
                    {"kafka": "127.0.0.1:1", "registry": "http://127.0.0.1:1", "store": "store.db", "pid": %d,
                     "started": 1000, "owner": "ANYBODY", "storePasswordFile": null, "keep": null}
                    """.formatted(other.pid()));
            assertThat(shell.run("down")).isZero();
            assertThat(shell.out()).contains("no stack is up");
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly().onExit().join();
        }
    }
}
