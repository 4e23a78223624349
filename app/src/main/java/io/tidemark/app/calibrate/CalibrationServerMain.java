package io.tidemark.app.calibrate;

import io.tidemark.producer.calibrate.PacedCalibrationServer;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The calibration server as a process: says its port on standard output, then its log for each line {@value #SERVED} on standard input, ended by
 * {@value #END}. It ends when standard input does, so with the process that holds the other end, however that one ends.
 */
public final class CalibrationServerMain {
    static final String SERVED = "served";
    static final String END = "end";

    private CalibrationServerMain() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (PacedCalibrationServer server = PacedCalibrationServer.start(NanoClock.SYSTEM)) {
            out.println(server.port());
            out.flush();
            while (SERVED.equals(in.readLine())) {
                server.tokenTimes().forEach(request -> out.println(request.toLine()));
                out.println(END);
                out.flush();
            }
        }
    }
}
