import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { currentScope } from '../../base/scope/request-scope.js';
import { routeFact } from '../input/route-fact.js';
import { Replicas } from '../../database/replicas/replicas.js';

/** A handler or controller whose GET requests write, or report about the primary. */
export const UsesPrimary = Reflector.createDecorator<true>();

const usesPrimary = routeFact(UsesPrimary);

/** Runs after the guards that read from the database, so that they read from the primary. GET requests may then read from a replica. */
@Injectable()
export class ReplicaGuard implements CanActivate {
  constructor(private readonly replicas: Replicas) {}

  canActivate(context: ExecutionContext): true {
    const scope = this.replicas.exist && currentScope();
    if (!scope) return true;
    const { method } = context.switchToHttp().getRequest<Request>();
    if (method !== 'GET' && method !== 'HEAD') return true;
    if (!usesPrimary(context)) scope.replica = this.replicas.forRequest();
    return true;
  }
}
