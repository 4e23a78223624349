package io.tidemark.bench.tune;

/**
 * What a configuration did at one load.
 *
 * @param load requests per second
 * @param share of requests in the steady state that broke a limit
 * @param designEffect so many of them count as one
 * @param coldShare of the first hundred on an empty server
 */
record SurfacePoint(double load, double share, double designEffect, double coldShare) {}
