import { Stop } from '../project.mjs'
/** @param {any} a @param {any} b */
export async function electronPackages(a, b) { throw new Stop('later') }
