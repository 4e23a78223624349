package io.tidemark.reports.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.reports.model.SampleReport;
import io.tidemark.reports.output.ReportWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java keeps what it found of fonts, so a machine without them is a process of its own. */
class DrawingSupportTest {
    @TempDir
    private Path folder;

    @Test
    void aMachineWithFontsDraws() {
        assertThat(DrawingSupport.missing()).isEmpty();
    }

    @Test
    void aMachineWithoutFontsWritesTheReportWithoutChartsAndSaysWhatToInstall() throws Exception {
        Path noFonts = Files.writeString(folder.resolve("fonts.conf"), "<fontconfig></fontconfig>");
        ProcessBuilder java = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.awt.headless=true",
                "-Duser.home=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                WriteReport.class.getName(),
                folder.toString()));
        java.environment().put("FONTCONFIG_FILE", noFonts.toString());

        Process process = java.redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("tuned holds more load", "install fontconfig and a font")
                .doesNotContain("<svg");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".svg"));
        }
    }

    /** In the other process. */
    static final class WriteReport {
        public static void main(String[] arguments) {
            new ReportWriter().write(SampleReport.twoPhases(), Path.of(arguments[0]));
        }
    }
}
