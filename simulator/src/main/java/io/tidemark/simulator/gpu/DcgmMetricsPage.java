package io.tidemark.simulator.gpu;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The page of NVIDIA's dcgm-exporter, with the fields of its default counters that a simulation can know. */
public final class DcgmMetricsPage {
    private static final String GAUGE = "gauge";
    private static final String COUNTER = "counter";
    private static final List<Field> FIELDS = List.of(
            new Field("SM_CLOCK", GAUGE, "SM clock frequency (in MHz).", it -> whole(it.reading.smClockMegahertz())),
            new Field("MEM_CLOCK", GAUGE, "Memory clock frequency (in MHz).", it -> whole(memoryClock(it))),
            new Field("GPU_TEMP", GAUGE, "GPU temperature (in C).", it -> whole(it.reading.temperatureCelsius())),
            new Field("POWER_USAGE", GAUGE, "Power draw (in W).", it -> real(it.reading.powerWatts())),
            new Field(
                    "TOTAL_ENERGY_CONSUMPTION",
                    COUNTER,
                    "Total energy consumption since boot (in mJ).",
                    it -> whole(it.reading.energyMillijoules())),
            new Field("GPU_UTIL", GAUGE, "GPU utilization (in %).", it -> whole(it.reading.utilisation() * 100)),
            new Field("XID_ERRORS", GAUGE, "Value of the last XID error encountered.", it -> "0"),
            new Field("FB_FREE", GAUGE, "Framebuffer memory free (in MiB).", it -> whole(freeMebibytes(it))),
            new Field("FB_USED", GAUGE, "Framebuffer memory used (in MiB).", it -> whole(it.reading.usedMebibytes())));

    private DcgmMetricsPage() {}

    /** A reading and which accelerator it is of. */
    public record Gpu(int index, GpuSpec spec, GpuReading reading) {}

    private record Field(String name, String type, String help, Function<Gpu, String> value) {}

    /** @param hostname of the machine that they are in */
    public static String of(List<Gpu> gpus, String hostname) {
        StringBuilder text = new StringBuilder();
        for (Field field : FIELDS) {
            String name = "DCGM_FI_DEV_" + field.name();
            text.append("# HELP ").append(name).append(' ').append(field.help()).append('\n');
            text.append("# TYPE ").append(name).append(' ').append(field.type()).append('\n');
            for (Gpu gpu : gpus) {
                text.append(name)
                        .append(labels(gpu, hostname))
                        .append(' ')
                        .append(field.value().apply(gpu))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String labels(Gpu gpu, String hostname) {
        return String.format(
                Locale.ROOT,
                "{gpu=\"%d\",UUID=\"GPU-%08x-71de-4a5c-8a1b-%012x\",pci_bus_id=\"00000000:%02X:00.0\","
                        + "device=\"nvidia%d\",modelName=\"%s\",Hostname=\"%s\",DCGM_FI_DRIVER_VERSION=\"580.95.05\"}",
                gpu.index(),
                gpu.index(),
                gpu.spec().memoryMebibytes(),
                gpu.index() + 1,
                gpu.index(),
                gpu.spec().modelName(),
                hostname);
    }

    private static double memoryClock(Gpu gpu) {
        return gpu.spec().clocks().memory();
    }

    private static double freeMebibytes(Gpu gpu) {
        return gpu.spec().memoryMebibytes() - gpu.reading().usedMebibytes();
    }

    private static String whole(double value) {
        return String.valueOf(Math.round(value));
    }

    private static String real(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
